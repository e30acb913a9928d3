import type { Rehearsal } from './rehearsal.js';
import { query, type Site } from './site.js';

/** A person with a live session. */
export interface Seat {
  userId: number;
  groupId: number;
  token: string;
}

/** The people of a benchmark: whole teams, spread over all of them, each person signed in and with an open day. */
export interface Cast {
  collectors: Seat[];
  leaders: Seat[];
  supervisor: Seat;
}

export async function castOf(site: Site, rehearsal: Rehearsal, teams: number): Promise<Cast> {
  const { portfolio } = site;
  const step = Math.max(1, Math.floor(portfolio.leaders / teams));
  const groups = Array.from(
    { length: Math.min(teams, portfolio.leaders) },
    (_, n) => portfolio.leader.id + n * step,
  );
  const people = await query(site.databaseUrl, async (connection) => {
    const [rows] = await connection.query(
      `SELECT id AS userId, group_id AS groupId, role FROM user
       WHERE group_id IN (?) AND role IN ('member', 'leader') ORDER BY role, id`,
      [groups],
    );
    return rows as { userId: number; groupId: number; role: string }[];
  });
  const supervisor = { userId: portfolio.supervisor.id, groupId: 0, role: 'supervisor' };
  const all = [...people, supervisor];
  const tokens = await rehearsal.signIn(all.map(({ userId }) => userId));
  const seats = all.map(({ userId, groupId, role }, index) => ({
    userId,
    groupId,
    role,
    token: tokens[index]!,
  }));
  const of = (role: string) => seats.filter((seat) => seat.role === role);
  const collectors = of('member');
  await rehearsal.openDays(collectors.map(({ userId }) => userId));
  return { collectors, leaders: of('leader'), supervisor: of('supervisor')[0]! };
}

/** A case that can be worked on: owned, open, without a promise. */
export interface Subject {
  caseId: number;
  borrowerId: number;
  loanItemId: number;
  contactId: number;
  collectorId: number;
  groupId: number;
  institutionId: number;
  externalId: string;
  token: string;
}

/** `each` cases of every collector, so ordered that neighbours belong to different people. */
export async function subjectsOf(site: Site, collectors: readonly Seat[], each: number): Promise<Subject[]> {
  const tokens = new Map(collectors.map(({ userId, token }) => [userId, token]));
  const rows = await query(site.databaseUrl, async (connection) => {
    const [found] = await connection.query(
      `SELECT * FROM (
         SELECT c.id AS caseId, c.borrower_id AS borrowerId, c.loan_item_id AS loanItemId, c.owner_id AS collectorId,
           c.group_id AS groupId, c.institution_id AS institutionId, li.external_id AS externalId,
           (SELECT MIN(k.id) FROM contact k WHERE k.borrower_id = c.borrower_id) AS contactId,
           ROW_NUMBER() OVER (PARTITION BY c.owner_id ORDER BY c.id) AS place
         FROM collection_case c JOIN loan_item li ON li.id = c.loan_item_id
         WHERE c.owner_id IN (?) AND c.status IN ('C01', 'C10') AND c.promise_id IS NULL
       ) ranked WHERE place <= ? ORDER BY place, collectorId`,
      [[...tokens.keys()], each],
    );
    return found as (Omit<Subject, 'token'> & { place: number })[];
  });
  return rows.map(({ place: _, ...row }) => ({ ...row, token: tokens.get(row.collectorId)! }));
}
