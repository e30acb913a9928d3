import { Injectable } from '@nestjs/common';
import { Like } from 'typeorm';
import {
  CHANGE_KINDS,
  type ApprovalDecision,
  type ApprovalEnd,
  type ApprovalKind,
  type ApprovalRequest,
  type ChangeKind,
} from '../../../contract/administration/approvals.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { Rights } from '../../platform/auth/rights.js';
import { refuseIfTied } from '../../platform/auth/ties.js';
import { checkVersion, lockOne, saveChanges } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Settings } from '../../platform/settings/settings.js';
import { askFor, isApproved } from '../../domain/approvals/approval.writes.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { PoliciesService } from '../contact-compliance/policy/policies.service.js';
import { GrantsService } from '../grants/grants.service.js';
import { TemplatesService } from '../messages/compose/templates.service.js';
import { AccountsService } from '../users/accounts.service.js';
import { ConfigurationService } from '../settings/configuration/configuration.service.js';
import { SiteService } from '../site/site.service.js';
import { Approval } from '../../domain/approvals/approval.entity.js';

const isChange = (kind: ApprovalKind) => (CHANGE_KINDS as readonly ApprovalKind[]).includes(kind);

/** Writes a change that was approved. */
interface Carrying {
  carryOut(tx: Tx, actor: Actor, approval: Approval): Promise<void>;
}
interface Done {
  id: number;
}

/** Immediate effects of approving or ending a kind. The other kinds are read from the approvals themselves. */
const EFFECTS: { [Kind in ApprovalKind]?: (tx: Tx, of: Institution, stands: boolean) => Promise<unknown> } = {
  DEVICE_KEEP: (tx, institution, stands) => saveChanges(tx, institution, { deviceData: stands }),
};

/** Two administrators of an institution or of one above it: one asks, another one decides, and any one of them ends it. */
@Injectable()
export class ApprovalsService {
  private readonly changes: Record<ChangeKind, Carrying>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly site: SiteService,
    private readonly configuration: ConfigurationService,
    private readonly settings: Settings,
    private readonly rights: Rights,
    policies: PoliciesService,
    accounts: AccountsService,
    grants: GrantsService,
    templates: TemplatesService,
  ) {
    this.changes = {
      POLICY_LOOSE: policies,
      NUMBERS_MORE: configuration,
      LIMITS_MORE: configuration,
      ADMIN_ENABLE: accounts,
      RIGHTS_MORE: grants,
      TEMPLATE_ACTIVE: templates,
    };
  }

  /**
   * @throws institution.notFound, approval.topmost, site.notTrial, site.notReady, approval.stands, request.reused
   */
  async request(actor: Actor, { clientRequestId, ...wish }: ApprovalRequest): Promise<Done> {
    const { institutionId, kind } = wish;
    if (!actor.institutionIds.includes(institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    if (kind === 'GO_LIVE') await this.checkGoLive(actor, institutionId);
    const id = await this.ids.take();
    return this.uow.once(actor, ['approval.request', clientRequestId, wish], async (tx) => {
      await lockOne(tx, Institution, 'i', sql`i.id = ${institutionId}`);
      await askFor(tx, actor, { id, ...wish, document: null });
      return { id };
    });
  }

  /**
   * @throws approval.notFound, entity.changed, approval.state, approval.own, approval.tied, site.notTrial, site.notReady,
   * guard.policyChanged, request.reused, and what the carrying out of a change throws
   */
  async decide(actor: Actor, { clientRequestId, ...decision }: ApprovalDecision): Promise<Done> {
    const { id, version, approve, answer } = decision;
    const done = await this.uow.once(actor, ['approval.decide', clientRequestId, decision], async (tx) => {
      const { approval, institution } = await lockApproval(tx, actor, id, version);
      const { institutionId, kind } = approval;
      if (approval.status !== 'WAITING') throw new AppError('approval.state');
      if (approval.requestedBy === actor.userId) throw new AppError('approval.own');
      await refuseIfTied(tx, actor.userId, approval.requestedBy);
      const status = !approve ? 'REFUSED' : isChange(kind) ? 'DONE' : 'APPROVED';
      await saveChanges(tx, approval, { status, answer, decidedBy: actor.userId, decidedAt: tx.now });
      if (approve && kind === 'GO_LIVE') await this.site.checkReady();
      if (status === 'DONE') await this.changes[kind as ChangeKind].carryOut(tx, actor, approval);
      if (approve) await EFFECTS[kind]?.(tx, institution, true);
      tx.emit('approval.decided', { approvalId: id, institutionId, kind, approved: approve });
      return { id };
    });
    this.settings.changed();
    await this.rights.renew();
    return done;
  }

  /** Ends a standing or an undecided one. @throws approval.notFound, entity.changed, approval.state, request.reused */
  async end(actor: Actor, { clientRequestId, ...which }: ApprovalEnd): Promise<Done> {
    const { id, version } = which;
    const done = await this.uow.once(actor, ['approval.end', clientRequestId, which], async (tx) => {
      const { approval, institution } = await lockApproval(tx, actor, id, version);
      const { institutionId, kind, status } = approval;
      if (status !== 'WAITING' && status !== 'APPROVED') throw new AppError('approval.state');
      await saveChanges(tx, approval, { status: 'ENDED', endedBy: actor.userId, endedAt: tx.now });
      if (status === 'APPROVED') await EFFECTS[kind]?.(tx, institution, false);
      if (status === 'APPROVED' && kind === 'SCRIPT_OFF') await this.askForScript(tx, actor, institution);
      tx.emit('approval.ended', { approvalId: id, institutionId, kind });
      return { id };
    });
    this.settings.changed();
    return done;
  }

  /** In the institution and below it, but where another approval still stands. */
  private async askForScript(tx: Tx, { institutionIds }: Actor, { path }: Institution): Promise<void> {
    const below = await tx.manager.findBy(Institution, { path: Like(`${path}%`) });
    for (const { id: institutionId } of below)
      if (!(await isApproved(tx, institutionId, 'SCRIPT_OFF')))
        await this.configuration.askForScript(tx, { institutionId, institutionIds });
  }

  /** The whole site goes live, so only the institution above all others asks for it. */
  private async checkGoLive(actor: Actor, institutionId: number): Promise<void> {
    if (institutionId !== actor.institutionId || !actor.everywhere) throw new AppError('approval.topmost');
    await this.site.checkReady();
  }
}

/** The institution's row is the lock, and comes before the approval's. */
async function lockApproval(tx: Tx, actor: Actor, id: number, version: number) {
  const institution = await lockOne(
    tx,
    Institution,
    'i',
    sql`i.id = (SELECT a.institution_id FROM approval a WHERE a.id = ${id}) AND ${institutionsIn(actor, sql`i.id`)}`,
  );
  const approval = institution && (await lockOne(tx, Approval, 'a', sql`a.id = ${id}`));
  if (!approval) throw new AppError('approval.notFound');
  checkVersion(approval, version, { version: approval.version, status: approval.status });
  return { approval, institution };
}
