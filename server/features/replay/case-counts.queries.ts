import type { PoolConnection, RowDataPacket } from 'mysql2/promise';

const SCOPES = ['institution', 'group'] as const;

/** Kept counts and waiting changes, less the real counts: nothing, in one snapshot. */
const DIFFERENCES = `
  SELECT scope, id, bucket, SUM(n) AS more FROM (
    SELECT scope, scope_id AS id, bucket, n FROM case_count
    ${SCOPES.map(
      (scope) => `
    UNION ALL SELECT '${scope}', ${scope}_id, bucket, n FROM case_count_change WHERE bucket <> ''
    UNION ALL SELECT '${scope}', ${scope}_id, status, -COUNT(*) FROM collection_case GROUP BY ${scope}_id, status
    UNION ALL SELECT '${scope}', ${scope}_id, promise_due, -COUNT(*) FROM collection_case
      WHERE is_open = 1 AND promise_due IS NOT NULL GROUP BY ${scope}_id, promise_due`,
    ).join('')}
  ) found WHERE id IS NOT NULL GROUP BY scope, id, bucket HAVING more <> 0`;

/** The kept counts of cases against the cases. */
export async function compareCounts(connection: PoolConnection): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(DIFFERENCES);
  return rows.map(
    (row) => `cases of ${row['scope']} ${row['id']} in ${row['bucket']}: ${row['more']} too many`,
  );
}
