import { Injectable } from '@nestjs/common';
import {
  addressesIn,
  type AddressList,
  type AddressListChange,
  type LockedOut,
  type LockOuts,
} from '../../../contract/administration/configuration.js';
import { SYSTEM, type Actor } from '../../platform/auth/actor.js';
import { AddressSet } from '../../platform/auth/address-set.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { fieldError } from '../../platform/http/app-error.js';
import { Settings } from '../../platform/settings/settings.js';
import { ConfigurationService } from '../settings/configuration/configuration.service.js';
import { SessionsService } from './sessions.service.js';
import type { EndSessions } from '../../domain/session/sessions.writes.js';

const SHOWN = 200;
/** Whoever has not signed in for longer is not told of. */
const RECENT_MS = 30 * 24 * 3_600_000;

type Scope = Pick<Actor, 'institutionIds'>;

/**
 * The addresses that an institution's people may work from. A list holds for the institution and for all below it, whose own
 * lists can only be stricter. Nobody can save a list that leaves out the address it is sent from.
 */
@Injectable()
export class AddressListService {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly settings: Settings,
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** True if nobody may sign in from there: the address is on no list of an institution at the top. */
  async refusesAll(address: string): Promise<boolean> {
    const tops = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM institution WHERE parent_id IS NULL`);
    for (const { id } of tops) if (await this.admits(id, address)) return false;
    return tops.length > 0;
  }

  async admits(institutionId: number, address: string): Promise<boolean> {
    return (await this.settings.of(institutionId)).admits(address);
  }

  /**
   * Whoever is signed in from an address that is left out is signed out by the same command.
   *
   * @param from where the list was sent from. @throws addressList.locksMeOut, entity.changed, request.reused
   */
  async change(
    actor: Actor,
    { clientRequestId, ...change }: AddressListChange,
    from: string,
  ): Promise<{ version: number }> {
    const admits = admittedBy(change);
    if (!admits(from)) throw fieldError('addressList.locksMeOut', 'addresses', { address: from });
    const addresses = addressesIn(change.addresses).join(', ') || null;
    const key = ['config.addresses', clientRequestId, change] as const;
    const answer = await this.sessions.once(actor, key, async (tx, end) => {
      const saved = await this.configuration.changeWithin(tx, actor, 'addresses', { ...change, addresses });
      await endOutside(tx, end, actor, admits);
      return saved;
    });
    this.settings.changed();
    return answer;
  }

  /** People a list would lock out, the signed-in first. Changes nothing. */
  async dryRun(actor: Actor, wanted: AddressList, from: string): Promise<LockOuts> {
    const admits = admittedBy(wanted);
    const institutions = list(actor.institutionIds);
    const [open, recent] = await Promise.all([
      this.database.wireRows<LockedOut>(
        sql`
        SELECT u.id AS userId, u.name, u.username, s.address, s.last_seen_at AS at, 1 AS signedIn
        FROM user u JOIN user_session s ON s.user_id = u.id
        WHERE u.institution_id IN ${institutions} AND s.address IS NOT NULL AND s.ended_at IS NULL
          AND s.expires_at > ${this.clock.now()}
        ORDER BY u.name, u.id`,
        'signedIn',
      ),
      this.database.wireRows<LockedOut>(
        sql`
        SELECT u.id AS userId, u.name, u.username, a.address, a.at, 0 AS signedIn
        FROM user u JOIN login_audit a ON a.id = (
          SELECT l.id FROM login_audit l WHERE l.user_id = u.id AND l.result = 'SUCCESS' ORDER BY l.at DESC LIMIT 1)
        WHERE u.institution_id IN ${institutions} AND u.enabled = 1
          AND a.at > ${new Date(this.clock.now().getTime() - RECENT_MS)}
        ORDER BY u.name, u.id`,
        'signedIn',
      ),
    ]);
    const people = new Map<number, LockedOut>();
    for (const each of [...open, ...recent])
      if (!admits(each.address) && !people.has(each.userId)) people.set(each.userId, each);
    const found = [...people.values()];
    return {
      people: found.slice(0, SHOWN),
      total: found.length,
      ownAddress: from,
      locksMeOut: !admits(from),
    };
  }

  /** On the host, for those whom a list has locked out: empties every list. @returns how many there were */
  async clear(): Promise<number> {
    const stored = await this.database.rows<{ institutionId: number; version: number; document: string }>(sql`
      SELECT institution_id AS institutionId, version, document FROM configuration c
      WHERE name = 'addresses' AND version = (SELECT MAX(n.version) FROM configuration n
        WHERE n.institution_id = c.institution_id AND n.name = 'addresses')`);
    const lists = stored.filter(({ document }) => (JSON.parse(document) as AddressList).addresses);
    for (const { institutionId, version } of lists) {
      const below = await this.database.rows<{ id: number }>(sql`
        SELECT i.id FROM institution own JOIN institution i ON i.path LIKE CONCAT(own.path, '%')
        WHERE own.id = ${institutionId}`);
      const scope = { institutionId, institutionIds: below.map(({ id }) => id) };
      const change = { version, addresses: null };
      await this.uow.transact(SYSTEM, (tx) =>
        this.configuration.changeWithin(tx, scope, 'addresses', change),
      );
    }
    this.settings.changed();
    return lists.length;
  }
}

function admittedBy({ addresses }: AddressList): (address: string) => boolean {
  const entries = addressesIn(addresses);
  const set = new AddressSet(entries);
  return (address) => entries.length === 0 || set.has(address);
}

async function endOutside(
  tx: Tx,
  end: EndSessions,
  { institutionIds }: Scope,
  admits: (address: string) => boolean,
): Promise<void> {
  const people = sql`SELECT u.id FROM user u WHERE u.institution_id IN ${list(institutionIds)}`;
  const [opened] = await tx.read<[{ address: string }]>(sql`
    SELECT DISTINCT s.address FROM user_session s
    WHERE s.user_id IN (${people}) AND s.ended_at IS NULL AND s.expires_at > ${tx.now} AND s.address IS NOT NULL`);
  const outside = opened.filter(({ address }) => !admits(address)).map(({ address }) => address);
  if (outside.length === 0) return;
  await end(sql`s.address IN ${list(outside)} AND s.user_id IN (${people})`, 'addressRefused');
}
