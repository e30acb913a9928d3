import {
  columnsOf,
  EVENT_STREAM,
  RECEIPT_STREAM,
  SIGN_IN_STREAM,
  type SealedStream,
} from './streams.rules.js';

/** A stream's next links with the rows that they are of; parameters: its name, the link before, how many. */
export const linksOf = (stream: SealedStream): string => `
  SELECT s.seq, s.source_id AS sourceId, s.hash,
    ${columnsOf({ columns: [...stream.columns, ...(stream.vouched?.columns ?? [])] }, 'r')}
  FROM seal s LEFT JOIN ${stream.table} r ON r.id = s.source_id
  WHERE s.stream = ? AND s.seq > ? ORDER BY s.seq LIMIT ?`;

/** Rows without a seal that were made from a time until another, and after the chain began; then how many of them. */
export const unsealedOf = (stream: SealedStream): string => `
  SELECT ${columnsOf(stream, 'r')}
  FROM ${stream.table} r
  LEFT JOIN seal s ON s.stream = '${stream.name}' AND s.source_id = r.id
  WHERE r.at BETWEEN ? AND ? AND s.seq IS NULL AND r.at > (
    SELECT COALESCE(MAX(f.at), '1970-01-01') FROM seal b JOIN ${stream.table} f ON f.id = b.source_id
    WHERE b.stream = '${stream.name}' AND b.seq = 0)
  ORDER BY r.at, r.id LIMIT ?`;

/** A row of which the newest outcome says something else, or that has none since a time and is not as it began. */
const differing = ({ name, table }: SealedStream, facts: string, asBegun: string): string => `
  SELECT r.id FROM ${table} r LEFT JOIN outcome o ON o.id = (
    SELECT MAX(l.id) FROM outcome l WHERE l.kind = '${name}' AND l.row_id = r.id)
  WHERE CAST(o.facts AS BINARY) <> CAST(CONCAT_WS('|', ${facts}) AS BINARY) OR (o.id IS NULL AND r.at > ? AND NOT (${asBegun}))
  ORDER BY r.at, r.id LIMIT 1`;

/** Each takes the time of the first signed word about outcomes. */
export const DIFFERING: readonly string[] = [
  differing(
    RECEIPT_STREAM,
    `r.counted, COALESCE(r.conversation_at, ''), COALESCE(r.released, ''), COALESCE(r.released_at, '')`,
    `r.counted = (r.allowed AND r.kind <> 'INCOMING') AND r.released IS NULL AND r.released_at IS NULL
      AND (r.conversation_at IS NULL OR (r.kind = 'MANUAL' AND r.conversation_at = r.at))`,
  ),
  differing(
    SIGN_IN_STREAM,
    `r.result, COALESCE(r.liveness, '')`,
    `r.liveness IS NULL AND COALESCE(CAST(r.begun_as AS BINARY) = CAST(r.result AS BINARY), 1)`,
  ),
];

/** The first event that is neither sealed nor in the outbox, behind the one of the parameter. */
export const UNSEALED_EVENT = `
  SELECT e.id FROM domain_event e
  LEFT JOIN seal s ON s.stream = '${EVENT_STREAM.name}' AND s.source_id = e.id
  LEFT JOIN outbox o ON o.event_id = e.id
  WHERE e.id > ? AND s.seq IS NULL AND o.event_id IS NULL ORDER BY e.id LIMIT 1`;
