import { columnsOf, EVENT_STREAM, RECEIPT_STREAM, type SealedStream } from './streams.rules.js';

/** A stream's next links with the rows that they are of; parameters: its name, the link before, how many. */
export const linksOf = (stream: SealedStream): string => `
  SELECT s.seq, s.source_id AS sourceId, s.hash, ${columnsOf(stream, 'r')}
  FROM seal s LEFT JOIN ${stream.table} r ON r.id = s.source_id
  WHERE s.stream = ? AND s.seq > ? ORDER BY s.seq LIMIT ?`;

/** Receipts without a seal that were made from a time until another, and after the chain began; then how many of them. */
export const UNSEALED_RECEIPTS = `
  SELECT ${columnsOf(RECEIPT_STREAM, 'r')}
  FROM contact_receipt r
  LEFT JOIN seal s ON s.stream = '${RECEIPT_STREAM.name}' AND s.source_id = r.id
  WHERE r.at BETWEEN ? AND ? AND s.seq IS NULL AND r.at > (
    SELECT COALESCE(MAX(f.at), '1970-01-01') FROM seal b JOIN contact_receipt f ON f.id = b.source_id
    WHERE b.stream = '${RECEIPT_STREAM.name}' AND b.seq = 0)
  ORDER BY r.at, r.id LIMIT ?`;

/** The first event that is neither sealed nor in the outbox, behind the one of the parameter. */
export const UNSEALED_EVENT = `
  SELECT e.id FROM domain_event e
  LEFT JOIN seal s ON s.stream = '${EVENT_STREAM.name}' AND s.source_id = e.id
  LEFT JOIN outbox o ON o.event_id = e.id
  WHERE e.id > ? AND s.seq IS NULL AND o.event_id IS NULL ORDER BY e.id LIMIT 1`;
