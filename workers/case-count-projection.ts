import type { Database } from '../server/platform/db/database.js';

const MAX_ROWS = 5_000;

type Connection = Awaited<ReturnType<Database['writer']>>;

interface Change {
  id: number;
  institutionId: number;
  groupId: number | null;
  bucket: string;
  n: number;
}

/**
 * Adds to the kept counts of cases what the commands have noted. For the relay alone: it reads and deletes by the connection
 * that holds its lock, so no change is added twice, and a fold that is killed leaves all as it was.
 *
 * @returns whether there may be more.
 */
export async function projectCaseCounts(connection: Pick<Connection, 'query'>): Promise<boolean> {
  const [rows] = await connection.query(
    `SELECT id, institution_id AS institutionId, group_id AS groupId, bucket, n FROM case_count_change ORDER BY id LIMIT ${MAX_ROWS}`,
  );
  const changes = rows as Change[];
  if (changes.length === 0) return false;
  const sums = sumsOf(changes);
  const add = `
    INSERT INTO case_count (scope, scope_id, bucket, n) VALUES ? ON DUPLICATE KEY UPDATE n = n + VALUES(n);
    DELETE FROM case_count WHERE n = 0;`;
  await connection.query(
    `START TRANSACTION; DELETE x FROM case_count_change x FORCE INDEX (PRIMARY) WHERE x.id IN (?); ${sums.length > 0 ? add : ''} COMMIT`,
    [changes.map(({ id }) => id), sums],
  );
  return changes.length === MAX_ROWS;
}

/** [scope, id, bucket, n] */
function sumsOf(changes: readonly Change[]): [string, number, string, number][] {
  const sums = new Map<string, [string, number, string, number]>();
  const add = (scope: string, id: number, { bucket, n }: Change) => {
    const key = `${scope} ${id} ${bucket}`;
    sums.set(key, [scope, id, bucket, (sums.get(key)?.[3] ?? 0) + n]);
  };
  for (const change of changes) {
    if (change.bucket === '') continue;
    add('institution', change.institutionId, change);
    if (change.groupId !== null) add('group', change.groupId, change);
  }
  return [...sums.values()].filter(([, , , n]) => n !== 0);
}
