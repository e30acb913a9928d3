import type { Connection } from 'mysql2/promise';
import { businessDay } from '../../contract/shared/date.js';
import { insert, insertUsers } from '../../test/data/rows.js';
import { query, type Site } from '../lib/site.js';

export const SEATS = 2_000;

/**
 * 2,000 collectors with an open day in so many teams of one queue, in place of all seats that there were. It leaves a portfolio
 * that is filled again.
 *
 * @returns the teams
 */
export function seatTeams({ databaseUrl }: Site, teams: number): Promise<number[]> {
  return query(databaseUrl, async (connection) => {
    await connection.query('DELETE FROM bench_portfolio');
    const [place] = (await connection.query(
      'SELECT MIN(id) AS queueId, MIN(institution_id) AS institutionId FROM queue',
    )) as unknown as [{ queueId: number; institutionId: number }[]];
    const { queueId, institutionId } = place[0]!;
    const first = await reserve(connection, SEATS + teams);
    const groupIds = Array.from({ length: teams }, (_, n) => first + n);
    const groups = groupIds.map((id) => ({ id, institution_id: institutionId, name: `Load ${id}` }));
    const seats = Array.from({ length: SEATS }, (_, n) => ({
      ...{
        id: first + teams + n,
        username: `load.${first}.${n}`,
        name: `Seat ${n}`,
        role: 'member' as const,
      },
      ...{ institutionId, queueId, groupId: groupIds[n % teams]! },
    }));
    const day = businessDay(new Date());
    await connection.query("UPDATE user SET enabled = 0 WHERE role = 'member'");
    await connection.query('DELETE FROM collector_day WHERE day = ?', [day]);
    const days = seats.map(({ id, groupId }, n) => ({
      ...{
        collector_id: id,
        day,
        institution_id: institutionId,
        group_id: groupId,
        queue_id: queueId,
        ranked: 1,
      },
      ...{ target_fixed: 5_000_000, target_unit: 'centavos', task_count: 200, payable_amount: 80_000_000 },
      received_amount: (n * 7_919) % 4_000_000,
    }));
    for (const { text, params } of [
      insert('admin_group', groups),
      insertUsers(seats, ''),
      insert('collector_day', days),
    ])
      await connection.query(text, [...params]);
    return groupIds;
  });
}

async function reserve(connection: Connection, size: number): Promise<number> {
  await connection.query("UPDATE id_block SET next_id = next_id + ? WHERE name = 'entity'", [size]);
  const [rows] = await connection.query("SELECT next_id AS next FROM id_block WHERE name = 'entity'");
  return (rows as { next: number }[])[0]!.next - size;
}
