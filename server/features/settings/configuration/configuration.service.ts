import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  Configured,
  ConfiguredAnswer,
  ConfiguredChange,
  ConfiguredName,
  ConfiguredSaved,
  ConfiguredVersion,
  WaitingConfiguration,
} from '../../../../contract/administration/configuration.js';
import {
  ALLOWANCES,
  allowsMore,
  isAllowance,
  type Allowance,
} from '../../../../contract/administration/allowances.js';
import type { Changes } from '../../../../contract/shared/changes.js';
import type { FirstContact } from '../../../../contract/contact/first-contact.js';
import { type Page, PAGE_SIZE } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { changesOf, lockNewest } from '../../../platform/db/changes.js';
import { Ids } from '../../../platform/db/ids.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { fieldError } from '../../../platform/http/app-error.js';
import { Settings } from '../../../platform/settings/settings.js';
import { askFor, isApproved, waitingChange } from '../../../domain/approvals/approval.writes.js';
import type { Approval } from '../../../domain/approvals/approval.entity.js';
import { Configuration } from '../../../domain/configuration/configuration.entity.js';

const EVENTS = {
  numbers: 'numberViewers.changed',
  limits: 'systemLimits.changed',
  addresses: 'addressList.changed',
  anomalies: 'anomalyRules.changed',
  places: 'messagePlaces.changed',
  authenticators: 'authenticatorRoles.changed',
  firstContact: 'firstContact.changed',
  regulatorTerms: 'regulatorTerms.changed',
  sealMail: 'sealMail.changed',
  legalSources: 'legalSources.changed',
} as const satisfies Record<ConfiguredName, string>;

/** The document of an approval: a setting as it is to be. */
interface Proposed {
  name: Allowance;
  version: number;
  document: Configured[Allowance];
  changes: Changes;
}

interface Part {
  page: number;
  size: number;
}

/** An institution's own configuration. Each change adds a version, which holds at once for it and those below without one. */
@Injectable()
export class ConfigurationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
    private readonly settings: Settings,
    private readonly ids: Ids,
  ) {}

  async read<Name extends ConfiguredName>(actor: Actor, name: Name): Promise<ConfiguredAnswer<Name>> {
    const { result: own } = await this.history(actor, name, { page: 1, size: PAGE_SIZE.table });
    const [newest] = own;
    const waiting = await this.waiting(actor, name);
    const inForce = (await this.settings.of(actor.institutionId)).configured[name];
    const none = { version: 0, changedBy: null, changedAt: null };
    const history = newest && own.length < PAGE_SIZE.table ? [...own, await this.first(actor, name)] : own;
    return Object.assign({}, inForce, newest ?? none, { history, waiting });
  }

  /** The values before the first change, to go back to. */
  private async first<Name extends ConfiguredName>(
    actor: Actor,
    name: Name,
  ): Promise<ConfiguredVersion<Name>> {
    const before = await this.settings.beforeOwn(actor.institutionId);
    return { ...before[name], version: 0, changedBy: null, changedAt: null };
  }

  /** The newest first. */
  async history<Name extends ConfiguredName>(
    { institutionId }: Actor,
    name: Name,
    { page, size }: Part,
  ): Promise<Page<ConfiguredVersion<Name>>> {
    const [rows, totalCount] = await this.dataSource
      .createQueryBuilder(Configuration, 'c')
      .leftJoin('c.author', 'u')
      .addSelect(['u.id', 'u.name'])
      .where({ institutionId, name })
      .orderBy('c.version', 'DESC')
      .offset((page - 1) * size)
      .limit(size)
      .getManyAndCount();
    return { result: rows.map((row) => versionOf<Name>(row)), totalCount };
  }

  /** @throws entity.changed, approval.needed (field), approval.stands where it allows more, request.reused */
  async change<Name extends ConfiguredName>(
    actor: Actor,
    name: Name,
    { clientRequestId, ...change }: ConfiguredChange<Name>,
  ): Promise<ConfiguredSaved> {
    const approvalId = isAllowance(name) ? await this.ids.take() : null;
    const answer = await this.uow.once(
      actor,
      [`config.${name}`, clientRequestId, change],
      async (tx): Promise<ConfiguredSaved> => {
        const seen = change as ConfiguredChange<Name>;
        if (approvalId && (await this.asks(tx, actor, name, { id: approvalId, seen })))
          return { version: seen.version, approvalId };
        return { ...(await this.changeWithin(tx, actor, name, seen)), approvalId: null };
      },
    );
    this.settings.changed();
    return answer;
  }

  /** Part of a second administrator's approval: the change as it was asked for, by whoever asked. @throws entity.changed */
  async carryOut(tx: Tx, { institutionIds }: Actor, approval: Approval): Promise<void> {
    const { institutionId, requestedBy } = approval;
    const { name, version, document } = approval.document as Proposed;
    const of = { institutionId, institutionIds, userId: requestedBy };
    await this.changeWithin(tx, of, name, { ...document, version } as never);
  }

  /** Whether the change allows more: then another administrator is asked for it. */
  private async asks<Name extends ConfiguredName>(
    tx: Tx,
    actor: Actor,
    name: Name,
    { id, seen }: { id: number; seen: ConfiguredChange<Name> },
  ): Promise<boolean> {
    if (!isAllowance(name)) return false;
    const { institutionId } = actor;
    const { version, ...rest } = seen;
    const { before } = await this.lock(tx, { institutionId, name, version });
    const document = rest as never;
    if (!allowsMore(name, before as never, document)) return false;
    const proposed: Proposed = { name, version, document, changes: changesOf(before, document) };
    await askFor(tx, actor, { id, kind: ALLOWANCES[name], institutionId, reason: '', document: proposed });
    return true;
  }

  private async waiting<Name extends ConfiguredName>(
    actor: Actor,
    name: Name,
  ): Promise<WaitingConfiguration<Name> | null> {
    if (!isAllowance(name)) return null;
    const which = { institutionId: actor.institutionId, kind: ALLOWANCES[name] };
    const found = await waitingChange<Proposed>(this.dataSource.manager, actor, which);
    if (!found) return null;
    const { version, document } = found.document;
    return { ...found.waiting, version, document: document as Configured[Name] };
  }

  /** The newest version, locked, and what holds before the next one. @throws entity.changed */
  private async lock(
    tx: Tx,
    {
      institutionId,
      name,
      version,
    }: Pick<Configuration, 'institutionId' | 'version'> & { name: ConfiguredName },
  ) {
    const newest = await lockNewest(tx, Configuration, { institutionId, version, name }, 'entity.changed');
    const before = newest?.document ?? (await this.settings.of(institutionId)).configured[name];
    return { before };
  }

  /** Part of another command: the words of a first contact are asked for again where the institution itself has left them out. */
  async askForScript(tx: Tx, of: Pick<Actor, 'institutionId' | 'institutionIds'>): Promise<void> {
    const { institutionId } = of;
    const newest = await tx.manager.findOne(Configuration, {
      where: { institutionId, name: 'firstContact' },
      order: { version: 'DESC' },
    });
    if (!newest) return;
    const { version } = newest;
    const document = newest.document as FirstContact;
    if (!document.isRequired)
      await this.changeWithin(tx, of, 'firstContact', { ...document, isRequired: true, version });
  }

  /** Part of another command, which says `Settings.changed` after its commit. @throws entity.changed, approval.needed (field) */
  async changeWithin<Name extends ConfiguredName>(
    tx: Tx,
    {
      institutionId,
      institutionIds,
      userId,
    }: Pick<Actor, 'institutionId' | 'institutionIds'> & { userId?: number },
    name: Name,
    { version: seen, ...rest }: ConfiguredChange<Name>,
  ): Promise<{ version: number }> {
    const { before } = await this.lock(tx, { institutionId, name, version: seen });
    const document = rest as unknown as Configured[Name];
    const row = { institutionId, name, version: seen + 1, document };
    const changedBy = userId ?? tx.actor.userId;
    await tx.manager.insert(Configuration, { ...row, changedBy, changedAt: tx.now } as Configuration);
    if (leavesScriptOut(before, document) && !(await isApproved(tx, institutionId, 'SCRIPT_OFF')))
      throw fieldError('approval.needed', 'isRequired');
    const event: (typeof EVENTS)[ConfiguredName] = EVENTS[name];
    tx.emit(event, {
      institutionId,
      version: row.version,
      heardBy: [...institutionIds],
      changes: changesOf(before, document),
    });
    return { version: row.version };
  }
}

/** The words of a first contact are asked for no more. */
function leavesScriptOut(before: object, after: object): boolean {
  const requires = (document: Partial<FirstContact>) => document.isRequired ?? false;
  return requires(before) && !requires(after);
}

function versionOf<Name extends ConfiguredName>(row: Configuration): ConfiguredVersion<Name> {
  const { version, author, changedAt } = row;
  const document = row.document as Configured[Name];
  return { ...document, version, changedBy: author?.name ?? null, changedAt: changedAt.toISOString() };
}
