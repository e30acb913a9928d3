import type { PoolConnection, RowDataPacket } from 'mysql2/promise';

/** The changes that are kept, less those that the log tells of: nothing, in one snapshot. */
const CHANGES = `
  SELECT id, since, state, SUM(n) AS more FROM (
    SELECT collector_id AS id, since, state, 1 AS n FROM presence_change
    UNION ALL SELECT subject_id, effective_at, JSON_VALUE(payload, '$.state'), -1 FROM domain_event
      WHERE name = 'presence.changed'
  ) found GROUP BY id, since, state HAVING more <> 0`;

/** Collectors whose current state differs from their newest change. */
const NOW = `
  SELECT collector_id AS id FROM (
    SELECT collector_id, since, state, 1 AS n FROM presence
    UNION ALL SELECT c.collector_id, c.since, c.state, -1 FROM presence_change c JOIN (
      SELECT collector_id, MAX(since) AS since FROM presence_change GROUP BY collector_id
    ) newest ON newest.collector_id = c.collector_id AND newest.since = c.since
  ) found GROUP BY collector_id, since, state HAVING SUM(n) <> 0`;

/** Compares the stored availability of collectors, now and by day, with the log. */
export async function comparePresence(connection: PoolConnection): Promise<string[]> {
  const [changes] = await connection.query<RowDataPacket[]>(CHANGES);
  const [now] = await connection.query<RowDataPacket[]>(NOW);
  return [
    ...changes.map(
      ({ id, since, state, more }) =>
        `presence of ${id}: ${state} since ${(since as Date).toISOString()} is ${Number(more) > 0 ? 'not in the log' : 'only in the log'}`,
    ),
    ...now.map(({ id }) => `presence of ${id}: what is kept as the newest is not the newest change`),
  ];
}
