import { Injectable } from '@nestjs/common';
import type { ComplianceReason } from '../../../../../contract/contact/contact-compliance.js';
import { Database } from '../../../../platform/db/database.js';
import { HISTORY_MS } from '../../../../domain/contact-compliance/decide/compliance.sql.js';
import { whereaboutsOf } from '../../../../domain/contact-compliance/decide/zones.rules.js';
import type {
  SimulatedContact,
  SimulatedBorrower,
} from '../../../../domain/contact-compliance/policy/lab/lab-facts.rules.js';
import {
  borrowersIn,
  factsOfBorrowers,
  type ActRow,
  type BorrowerElements,
} from '../../../../domain/contact-compliance/policy/lab/lab.sql.js';

/** Looked through by one statement, and read by one: short ones, since collectors read meanwhile. */
const SLICE_MS = 6 * 3_600_000;
const AT_ONCE = 200;

/** Reads what decisions were made of, borrower by borrower. */
@Injectable()
export class SimulationBorrowersQueries {
  constructor(private readonly database: Database) {}

  async idsIn(institutionId: number, from: Date, to: Date): Promise<number[]> {
    const found = new Set<number>();
    for (let at = from.getTime(); at < to.getTime(); at += SLICE_MS) {
      const end = new Date(Math.min(at + SLICE_MS, to.getTime()));
      const rows = await this.database.rows<{ id: number }>(borrowersIn(institutionId, new Date(at), end));
      for (const { id } of rows) found.add(id);
    }
    return [...found];
  }

  async *read(
    institutionId: number,
    ids: readonly number[],
    from: Date,
    to: Date,
  ): AsyncGenerator<SimulatedBorrower[]> {
    const before = new Date(from.getTime() - HISTORY_MS);
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const part = ids.slice(at, at + AT_ONCE);
      const [borrowers, acts, holds, overrides, contacts, marks] =
        await this.database.readTogether<BorrowerElements>(...factsOfBorrowers(part, before, to));
      const [actsOf, holdsOf, overridesOf, contactsOf, marksOf] = [
        byBorrower(acts), byBorrower(holds), byBorrower(overrides), byBorrower(contacts), byBorrower(marks),
      ]; // prettier-ignore
      const judged = (row: ActRow) =>
        row.kind === 'ACT' && row.institutionId === institutionId && row.at >= from;
      yield borrowers.map(({ id, state, municipality }) => ({
        where: whereaboutsOf(state, municipality),
        acts: actsOf(id).map((row) => actOf(row, judged(row))),
        holds: holdsOf(id),
        overrides: overridesOf(id),
        relations: new Map(contactsOf(id).map((contact) => [contact.id, contact.relation])),
        marks: marksOf(id),
      }));
    }
  }
}

function actOf(row: ActRow, judged: boolean): SimulatedContact {
  const { decision, allowed, released } = row;
  const { reasons } = (decision === null ? { reasons: [] } : JSON.parse(decision)) as {
    reasons: ComplianceReason[];
  };
  return { ...row, allowed: Number(allowed) === 1, released: Number(released) === 1, reasons, judged };
}

function byBorrower<Row extends { borrowerId: number }>(rows: readonly Row[]): (id: number) => Row[] {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const others = found.get(row.borrowerId);
    if (others) others.push(row);
    else found.set(row.borrowerId, [row]);
  }
  return (id) => found.get(id) ?? [];
}
