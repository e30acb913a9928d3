import type { Statement } from '../../platform/db/sql.js';
import {
  columnsOf,
  EVENT_STREAM,
  OUTCOME_STREAM,
  RECEIPT_STREAM,
  type SealedStream,
} from '../seals/streams.rules.js';

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

/** The columns under which a row was hashed, of all that happened on the cases and to complaints about them. */
export const eventsOfCases = (caseIds: readonly number[]): Statement => ({
  text: `SELECT ${columnsOf(EVENT_STREAM, 'e')} FROM domain_event e WHERE e.case_id IN (${marks(caseIds)})
    UNION SELECT ${columnsOf(EVENT_STREAM, 'e')} FROM complaint k
    JOIN domain_event e ON e.subject_type = 'complaint' AND e.subject_id = k.id
    WHERE k.case_id IN (${marks(caseIds)}) ORDER BY id`,
  params: [...caseIds, ...caseIds],
});

export const decisionsOf = (borrowerId: number, caseIds: readonly number[]): Statement => ({
  text: `SELECT ${columnsOf(RECEIPT_STREAM, 'r')} FROM contact_receipt r
    WHERE r.borrower_id = ? AND r.case_id IN (${marks(caseIds)}) ORDER BY r.at, r.id`,
  params: [borrowerId, ...caseIds],
});

/** Changes of what became of the decisions. */
export const outcomesOf = (borrowerId: number, caseIds: readonly number[]): Statement => ({
  text: `SELECT ${columnsOf(OUTCOME_STREAM, 'o')} FROM contact_receipt r
    JOIN outcome o ON o.kind = '${RECEIPT_STREAM.name}' AND o.row_id = r.id
    WHERE r.borrower_id = ? AND r.case_id IN (${marks(caseIds)}) ORDER BY o.id`,
  params: [borrowerId, ...caseIds],
});

/** Links of rows with the seal before each. */
export const linksOfRows = ({ name }: SealedStream, ids: readonly number[]): Statement => ({
  text: `SELECT s.source_id AS id, s.seq, p.hash AS \`before\`
    FROM seal s JOIN seal p ON p.stream = s.stream AND p.seq = s.seq - 1
    WHERE s.stream = ? AND s.seq > 0 AND s.source_id IN (${marks(ids)})`,
  params: [name, ...ids],
});
