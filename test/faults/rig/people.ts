import { createHash, randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import type { Config } from '../../../server/platform/config/config.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import type { Statement } from '../../../server/platform/db/sql.js';
import { insert, insertCases, insertUsers, type NewCase } from '../../data/rows.js';

export interface Person {
  id: number;
  role: 'member' | 'leader';
  groupId: number;
  token: string;
}
export interface FaultCase {
  id: number;
  loanItemId: number;
  contactId: number;
  externalId: string;
  ownerId: number | null;
  groupId: number;
}
export interface Company {
  /** Where all of them are. */
  place: { institutionId: number; institutionCode: string; queueId: number; queueCode: string };
  collectors: Person[];
  leaders: Person[];
  /** Open cases of the collectors, for the load. */
  cases: FaultCase[];
  /** A collector whom the load leaves alone, and the cases: what a fault is aimed at. */
  target: Person;
  targetCases: FaultCase[];
  /** Cases without an owner, for assignments. */
  unowned: FaultCase[];
}

const INSTITUTION = 10;
const QUEUE = 11;
const CODE = 'FAULTS';
const PLACE = { institutionId: INSTITUTION, institutionCode: CODE, queueId: QUEUE, queueCode: CODE };
const GROUPS = [12, 13];
const PERIODS = 4;
const PERIOD_AMOUNT = 250_000;
/** The product gives ids above; rows written here have ids below. */
const OWN_IDS = 1_000_000;

export interface CompanySize {
  collectors?: number;
  casesEach?: number;
  targetCases?: number;
  unowned?: number;
}

/** Fills a migrated, empty database with two teams and their cases. Days are opened by the workers, as on any morning. */
export async function fillCompany(
  databaseUrl: string,
  config: Config,
  size: CompanySize = {},
): Promise<Company> {
  const { collectors = 8, casesEach = 40, targetCases = 40, unowned = 60 } = size;
  const connection = await mysql.createConnection({ uri: databaseUrl, timezone: 'Z' });
  let next = 100;
  const person = (role: Person['role'], n: number): Person => ({
    id: next++,
    role,
    groupId: GROUPS[n % GROUPS.length]!,
    token: randomBytes(32).toString('base64url'),
  });
  const team = Array.from({ length: collectors + 1 }, (_, n) => person('member', n));
  const leaders = Array.from({ length: 4 }, (_, n) => person('leader', n));
  const target = team.pop()!;
  const seat = (owner: Person | null, n: number): FaultCase => ({
    id: next++,
    loanItemId: next++,
    contactId: next++,
    externalId: `FAULT-${next}`,
    ownerId: owner?.id ?? null,
    groupId: owner?.groupId ?? GROUPS[n % GROUPS.length]!,
  });
  const company = {
    place: PLACE,
    collectors: team,
    leaders,
    target,
    cases: team.flatMap((owner) => Array.from({ length: casesEach }, (_, n) => seat(owner, n))),
    targetCases: Array.from({ length: targetCases }, (_, n) => seat(target, n)),
    unowned: Array.from({ length: unowned }, (_, n) => seat(null, n)),
  };
  try {
    const cases = [...company.cases, ...company.targetCases, ...company.unowned].map(caseRow);
    const statements = [
      insert('id_block', [{ name: 'entity', next_id: OWN_IDS }]),
      ...organisation(),
      ...staff([...team, target, ...leaders]),
      ...insertCases(cases, new Vault(config)),
    ];
    for (const { text, params } of statements) await connection.query(text, [...params]);
  } finally {
    await connection.end();
  }
  return company;
}

function organisation(): Statement[] {
  return [
    insert('institution', [{ id: INSTITUTION, code: CODE, name: 'Faults', path: `/${INSTITUTION}/` }]),
    insert('queue', [{ id: QUEUE, institution_id: INSTITUTION, code: CODE, name: 'Faults', type: 'MANUAL' }]),
    insert(
      'admin_group',
      GROUPS.map((id) => ({ id, institution_id: INSTITUTION, name: `Group ${id}` })),
    ),
  ];
}

function staff(people: readonly Person[]): Statement[] {
  const now = new Date();
  const users = people.map(({ id, role, groupId }) => ({
    ...{ id, role, groupId, institutionId: INSTITUTION },
    username: `fault.${id}`,
    name: `Fault ${id}`,
    queueId: role === 'member' ? QUEUE : null,
  }));
  const sessions = people.map(({ id, token }) => ({
    id,
    token_hash: createHash('sha256').update(token).digest(),
    user_id: id,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + 12 * 3_600_000),
  }));
  return [insertUsers(users, 'none', now), insert('user_session', sessions)];
}

/** A borrower has the id of the case. */
function caseRow(row: FaultCase): NewCase {
  return {
    ...row,
    borrowerId: row.id,
    institutionId: INSTITUTION,
    queueId: QUEUE,
    name: `Borrower ${row.id}`,
    phone: '+525512345678',
    status: row.ownerId === null ? 'C00' : 'C01',
    daysPastDue: 10,
    periods: new Array<number>(PERIODS).fill(PERIOD_AMOUNT),
  };
}
