import type { CaseStatus } from '../../../contract/codes.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createOrg, createUser, signedIn, type Client, type Org, type Person } from '../../support/org.js';
import { startApi, type Api } from '../../support/stack.js';
import { loanRow } from '../imports/portfolio.js';

/** A collector with cases, a colleague in the same group, one in another, their leaders, and people above and beside. */
export interface Desk {
  api: Api;
  org: Org;
  people: Record<DeskPerson, Person>;
  as: Record<DeskPerson, Client>;
}
const PEOPLE = {
  collector: 'member',
  colleague: 'member',
  stranger: 'member',
  leader: 'leader',
  otherLeader: 'leader',
  supervisor: 'supervisor',
  admin: 'admin',
  otherAdmin: 'admin',
} as const;
export type DeskPerson = keyof typeof PEOPLE;

export async function createDesk(): Promise<Desk> {
  const api = await startApi();
  const org = await createOrg(api);
  const people = {} as Desk['people'];
  const as = {} as Desk['as'];
  for (const name of Object.keys(PEOPLE) as DeskPerson[]) {
    const elsewhere = name === 'stranger' || name === 'otherLeader';
    people[name] = await createUser(api, org, PEOPLE[name], {
      name,
      ...(elsewhere ? { groupId: org.otherGroupId } : {}),
      ...(name === 'otherAdmin' ? { institutionId: org.otherInstitutionId } : {}),
    });
    as[name] = await signedIn(api, people[name]);
  }
  return { api, org, people, as };
}

let next = 100_000;

/** Opens a case by the intake and hands it to a collector, without the ceremony of the moves. @returns its id */
export async function openCase(
  desk: Desk,
  owner: DeskPerson | null,
  more: { status?: CaseStatus; cells?: Record<string, string>; daysLate?: number } = {},
): Promise<number> {
  const row = loanRow(next++, more.cells, more.daysLate);
  await desk.api.get(ImportsService).importRows([row]);
  const loanNo = row.cells['loanItemExternalId'];
  const ownerId = owner === null ? null : desk.people[owner].id;
  const groupId = owner === 'stranger' ? desk.org.otherGroupId : desk.org.groupId;
  await desk.api.rows(sql`
    UPDATE collection_case SET owner_id = ${ownerId}, group_id = ${owner === null ? null : groupId},
      status = ${more.status ?? (owner === null ? 'C00' : 'C01')}, assigned_at = ${new Date()}
    WHERE loan_no = ${loanNo}`);
  const [found] = await desk.api.rows<{ id: number }>(sql`
    SELECT id FROM collection_case WHERE loan_no = ${loanNo} ORDER BY id DESC`);
  return found!.id;
}

export async function contactOf(desk: Desk, caseId: number, relation = 'R01'): Promise<number> {
  const [contact] = await desk.api.rows<{ id: number }>(sql`
    SELECT k.id FROM contact k JOIN collection_case c ON c.borrower_id = k.borrower_id
    WHERE c.id = ${caseId} AND k.relation = ${relation} ORDER BY k.id`);
  return contact!.id;
}

let requests = 0;
export function requestId(): string {
  return `request-${process.pid}-${++requests}`;
}
