import { list, sql, type Statement } from '../../../platform/db/sql.js';
import type { Scope } from './paid-today.sql.js';

/** A state of cases, or the day that open cases have a promise for. */
export interface BucketCount {
  bucket: string;
  n: number;
}

/** Kept counts plus the changes that the relay has not added yet: one statement sees one state of both, so it is always exact. */
export function keptCounts({ key, ids }: Scope, buckets: readonly string[]): Statement {
  return sql`
    SELECT bucket, CAST(SUM(n) AS SIGNED) AS n FROM (${kept({ key, ids }, buckets)}) kept GROUP BY bucket`;
}

export function keptTotal(scope: Scope, buckets: readonly string[]): Statement {
  return sql`(SELECT CAST(COALESCE(SUM(n), 0) AS SIGNED) FROM (${kept(scope, buckets)}) kept)`;
}

function kept({ key, ids }: Scope, buckets: readonly string[]): Statement {
  const among = sql`IN ${list(ids)} AND bucket IN ${list(buckets)}`;
  return sql`
    SELECT bucket, n FROM case_count FORCE INDEX (PRIMARY) WHERE scope = ${key} AND scope_id ${among}
    UNION ALL SELECT bucket, n FROM case_count_change WHERE ${{ text: `${key}_id`, params: [] }} ${among}`;
}

/** A person's cases are few, and counted by their index. @param seen which of them the viewer sees, of `c` */
export function ownCounts(owners: readonly number[], today: string, seen: Statement): Statement {
  return sql`
    SELECT c.status AS bucket, COUNT(*) AS n FROM collection_case c FORCE INDEX (case_owner_status)
    WHERE c.owner_id IN ${list(owners)} ${seen} GROUP BY c.status
    UNION ALL SELECT ${today}, COUNT(*) FROM collection_case c FORCE INDEX (case_owner_action)
    WHERE c.owner_id IN ${list(owners)} AND c.is_open = 1 AND c.promise_due = ${today} ${seen}`;
}
