import { EVENT_STREAM } from '../seals/streams.rules.js';

/** Events behind a place of the chain, so many at most. Parameters: the place, how many. */
export const CHAIN_AFTER = `
  SELECT s.seq, e.id, e.name, e.recorded_at AS at, e.payload, c.id AS caseId, c.loan_no AS loanNo, i.path
  FROM seal s JOIN domain_event e ON e.id = s.source_id
  LEFT JOIN collection_case c ON c.id = e.case_id LEFT JOIN institution i ON i.id = c.institution_id
  WHERE s.stream = '${EVENT_STREAM.name}' AND s.seq > ? ORDER BY s.seq LIMIT ?`;

/** The last place of the chain; nothing before it has begun. */
export const CHAIN_END = `SELECT s.seq FROM seal s WHERE s.stream = '${EVENT_STREAM.name}' ORDER BY s.seq DESC LIMIT 1`;
