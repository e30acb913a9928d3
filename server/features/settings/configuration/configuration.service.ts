import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  Configured,
  ConfiguredAnswer,
  ConfiguredChange,
  ConfiguredName,
  ConfiguredVersion,
} from '../../../../contract/administration/configuration.js';
import type { FirstContact } from '../../../../contract/contact/first-contact.js';
import { type Page, PAGE_SIZE } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { changesOf, lockNewest } from '../../../platform/db/changes.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { fieldError } from '../../../platform/http/app-error.js';
import { Settings } from '../../../platform/settings/settings.js';
import { isApproved } from '../../../domain/approvals/approval.writes.js';
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
} as const satisfies Record<ConfiguredName, string>;

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
  ) {}

  async read<Name extends ConfiguredName>(actor: Actor, name: Name): Promise<ConfiguredAnswer<Name>> {
    const { result: history } = await this.history(actor, name, { page: 1, size: PAGE_SIZE.table });
    const [newest] = history;
    const inForce = (await this.settings.of(actor.institutionId)).configured[name];
    const none = { version: 0, changedBy: null, changedAt: null };
    return Object.assign({}, inForce, newest ?? none, { history });
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

  /** @throws entity.changed, approval.needed (field), request.reused */
  async change<Name extends ConfiguredName>(
    actor: Actor,
    name: Name,
    { clientRequestId, ...change }: ConfiguredChange<Name>,
  ): Promise<{ version: number }> {
    const answer = await this.uow.once(actor, [`config.${name}`, clientRequestId, change], (tx) =>
      this.changeWithin(tx, actor, name, change as ConfiguredChange<Name>),
    );
    this.settings.changed();
    return answer;
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
    { institutionId, institutionIds }: Pick<Actor, 'institutionId' | 'institutionIds'>,
    name: Name,
    { version: seen, ...rest }: ConfiguredChange<Name>,
  ): Promise<{ version: number }> {
    const newest = await lockNewest(
      tx,
      Configuration,
      { institutionId, version: seen, name },
      'entity.changed',
    );
    const document = rest as unknown as Configured[Name];
    const row = { institutionId, name, version: seen + 1, document };
    const { userId: changedBy } = tx.actor;
    await tx.manager.insert(Configuration, { ...row, changedBy, changedAt: tx.now } as Configuration);
    const before = newest?.document ?? (await this.settings.of(institutionId)).configured[name];
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
