import { Injectable } from '@nestjs/common';
import type { Role } from '../../../contract/codes.js';
import type { Grants, Permission } from '../../../contract/permissions.js';
import { Database } from '../db/database.js';
import { list, sql, type Statement } from '../db/sql.js';
import type { Tx } from '../db/unit-of-work.js';
import { AppError } from '../http/app-error.js';
import type { Actor } from './actor.js';
import { grantsAt, idsOfPath, type StoredGrants } from './grants.rules.js';

/** Age up to which rights are used before MySQL is asked for their number again. */
const RECENT_MS = 500;

/** An institution's place in the tree. */
export interface Branch {
  path: string;
  /** The institution and all below it. */
  ids: readonly number[];
  /** No institution lies outside. */
  everywhere: boolean;
}
type Holder = Pick<Actor, 'permissions'>;
type Known = Map<string, Promise<unknown>>;
/** The session's part of an actor; the rest is looked up here. */
type Signed = Omit<
  Actor,
  'permissions' | 'institutionIds' | 'path' | 'everywhere' | 'requestId' | 'address' | 'language'
>;

/**
 * Rights of each role in each institution, and the institutions it reaches: as it is now, and not as it was when somebody
 * signed in. A process keeps what it has read until the number in rights_version is another one. It looks at that number
 * when the last look is RECENT_MS old, so that a request costs no query, and at once when it is told of a change; a change
 * is in force everywhere RECENT_MS after its commit at the latest, with Redis or without.
 */
@Injectable()
export class Rights {
  private version: string | undefined;
  private known: Known = new Map();
  private lookedAt = -Infinity;
  private looking: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  async actor(
    signed: Signed,
    { requestId, address, language }: Pick<Actor, 'requestId' | 'address' | 'language'>,
  ): Promise<Actor> {
    const { institutionId, role } = signed;
    const [{ permissions }, { ids, path, everywhere }] = await Promise.all([
      this.holder(institutionId, role),
      this.branch(institutionId),
    ]);
    // An open socket's actor must not bring along the rights from before.
    const held = signed.kiosk ? wallboardsOf(permissions) : permissions;
    const given = { requestId, address, language };
    return { ...signed, permissions: held, institutionIds: ids, path, everywhere, ...given };
  }

  /** Rights of a role in an institution. */
  grantsOf(institutionId: number, role: Role): Promise<Grants> {
    return this.recall(`grants ${institutionId} ${role}`, () => this.readGrants(institutionId, role));
  }

  branch(institutionId: number): Promise<Branch> {
    return this.recall(`branch ${institutionId}`, () => this.readBranch(institutionId));
  }

  /** Whether a role in an institution has nothing that the actor lacks: only then may the actor give it, or act as it. */
  async covers({ permissions: own }: Holder, institutionId: number, role: Role): Promise<boolean> {
    const { permissions } = await this.grantsOf(institutionId, role);
    return permissions.every((permission) => own.has(permission));
  }

  /** Refuses to touch the account of whoever has more. @throws permission.denied */
  async checkCovered(
    actor: Holder,
    { institutionId, role }: Pick<Actor, 'institutionId' | 'role'>,
  ): Promise<void> {
    if (!(await this.covers(actor, institutionId, role))) throw new AppError('permission.denied');
  }

  /** Looks at once: this process has changed rights, or was told of a change. */
  async renew(): Promise<void> {
    // A second tree begins beside the commands, when a database is filled: who saw everything then does no longer.
    const row = await this.database.row<{ version: string }>(sql`
      SELECT CONCAT_WS(' ', (SELECT version FROM rights_version WHERE id = 1),
        (SELECT COUNT(*) FROM institution WHERE parent_id IS NULL)) AS version`);
    const { version } = row!;
    if (version !== this.version) this.known = new Map();
    this.version = version;
    this.lookedAt = performance.now();
  }

  /** Whoever has the role in the institution, as `covers` takes it. */
  holder(institutionId: number, role: Role): Promise<Holder> {
    return this.recall(`set ${institutionId} ${role}`, async () => {
      const { permissions } = await this.grantsOf(institutionId, role);
      return { permissions: new Set(permissions) };
    });
  }

  private async recall<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
    if (performance.now() - this.lookedAt > RECENT_MS) await this.look();
    // A slow reader must not put what it read into the map of a later number.
    const { known } = this;
    const found = known.get(key) as Promise<Result> | undefined;
    if (found) return found;
    const reading = read();
    known.set(key, reading);
    reading.catch(() => known.delete(key));
    return reading;
  }

  private look(): Promise<void> {
    this.looking ??= this.renew().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async readBranch(institutionId: number): Promise<Branch> {
    const path = (await this.pathOf(institutionId)) ?? `/${institutionId}/`;
    const rows = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM institution WHERE path LIKE ${`${path}%`} ORDER BY path`);
    const outside = await this.database.row(sql`
      SELECT id FROM institution WHERE parent_id IS NULL AND id <> ${institutionId} LIMIT 1`);
    const ids = rows.length > 0 ? rows.map(({ id }) => id) : [institutionId];
    return { path, ids, everywhere: outside === undefined };
  }

  private async readGrants(institutionId: number, role: Role): Promise<Grants> {
    const ids = idsOfPath((await this.pathOf(institutionId)) ?? `/${institutionId}/`);
    return grantsFrom(role, ids, await this.database.rows(storedGrants(role, ids)));
  }

  private async pathOf(institutionId: number): Promise<string | undefined> {
    const row = await this.database.row<{ path: string }>(sql`
      SELECT path FROM institution WHERE id = ${institutionId}`);
    return row?.path;
  }
}

export interface GrantRow {
  id: number;
  permissions: string;
  menu: string;
}

/** A wallboard's token has nothing of its leader's rights but the board, over HTTP and on its socket. */
function wallboardsOf(permissions: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set([...permissions].filter((permission) => permission === 'board:read'));
}

/** An institution's own rights for a role. */
export function storedGrants(role: Role, ids: readonly number[]): Statement {
  return sql`
    SELECT institution_id AS id, permissions, menu FROM role_grant WHERE role = ${role} AND institution_id IN ${list(ids)}`;
}

/** @param ids from the topmost institution to the one that is asked about */
export function grantsFrom(role: Role, ids: readonly number[], rows: readonly GrantRow[]): Grants {
  const own = new Map(rows.map((row) => [row.id, parsed(row)]));
  return grantsAt(
    role,
    ids.map((id) => own.get(id)),
  );
}

export function parsed({ permissions, menu }: Omit<GrantRow, 'id'>): StoredGrants {
  return { permissions: permissions.split(','), menu: menu.split(',') };
}

/**
 * One after the other: whoever moves institutions, changes grants or takes an administrator away holds this row until the
 * end. It counts, too: every process forgets what it knew. Sent before the command's next read.
 */
export function lockRights(tx: Tx): void {
  tx.write(sql`
    INSERT INTO rights_version (id, version) VALUES (1, 1) ON DUPLICATE KEY UPDATE version = version + 1`);
}
