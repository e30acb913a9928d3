import { sql } from './sql.js';

/** When the oldest event was recorded that waits for the relay: one row as `recordedAt`, or none. */
export const oldestWaitingEvent = sql`
  SELECT e.recorded_at AS recordedAt FROM outbox o JOIN domain_event e ON e.id = o.event_id
  ORDER BY o.event_id LIMIT 1`;
