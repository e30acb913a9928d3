import { SealedFiles } from '../../../server/platform/files/sealed-files.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { PictureKind } from '../../../contract/cases/borrowers.js';
import type { Role } from '../../../contract/codes.js';
import { configure } from '../../support/configured.js';
import type { Desk } from '../cases/desk.js';

/** The smallest PNG: one transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export async function borrowerOf(desk: Desk, caseId: number): Promise<number> {
  const [found] = await desk.api.rows<{ id: number }>(sql`
    SELECT borrower_id AS id FROM collection_case WHERE id = ${caseId}`);
  return found!.id;
}

export async function addPicture(
  desk: Desk,
  caseId: number,
  kind: PictureKind,
  content = PNG,
): Promise<void> {
  const file = await desk.api.get(SealedFiles).keep('pictures', content);
  await desk.api.rows(sql`
    INSERT INTO borrower_picture (borrower_id, kind, file, taken_at)
    VALUES (${await borrowerOf(desk, caseId)}, ${kind}, ${file}, ${new Date('2026-01-05T12:00:00Z')})`);
}

/** Lets a role see numbers in full while `work` runs. */
export async function showingPlain(desk: Desk, role: Role, work: () => Promise<void>): Promise<void> {
  const show = (roles: Role[]) => configure(desk.api, desk.org.institutionId, 'numbers', { roles });
  await show([role]);
  try {
    await work();
  } finally {
    await show([]);
  }
}

export async function keepDeviceData(desk: Desk, kept: boolean): Promise<void> {
  await desk.api.rows(sql`UPDATE institution SET device_data = ${kept} WHERE id = ${desk.org.institutionId}`);
}

export async function eventsOf(desk: Desk, caseId: number, name: string): Promise<Record<string, unknown>[]> {
  const rows = await desk.api.rows<{ payload: string }>(sql`
    SELECT payload FROM domain_event WHERE case_id = ${caseId} AND name = ${name} ORDER BY id`);
  return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
}
