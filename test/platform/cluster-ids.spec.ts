import { beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '../../server/platform/auth/actor.js';
import { Config } from '../../server/platform/config/config.js';
import { Database } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../server/platform/db/unit-of-work.js';
import { useSite } from '../support/site.js';

const { api, org, admin } = useSite({ people: { admin: 'admin' } });

/** As each of three servers of a cluster numbers its rows. */
const [STEP, OFFSET] = [3, 2];

beforeAll(async () => {
  const { dbConnections } = api.get(Config);
  const connections = [];
  for (let n = 0; n < Math.floor(dbConnections / 2); n++) connections.push(await api.get(Database).writer());
  for (const connection of connections) {
    await connection.query(
      `SET SESSION auto_increment_increment = ${STEP}, auto_increment_offset = ${OFFSET}`,
    );
    connection.release();
  }
});

let asked = 0;
/** Three events of one insert, which the log and the audit have and an administrator is notified of. */
function three(tx: Tx): void {
  const payload = () => ({ approvalId: ++asked, institutionId: org.institutionId, kind: 'GO_LIVE' as const });
  tx.emitMany('approval.requested', [payload(), payload(), payload()]);
}
const written = () =>
  api.rows<{ id: number; payload: string; waits: number; audited: number; told: number | null }>(sql`
    SELECT e.id, e.payload, o.event_id = e.id AS waits, a.event_id = e.id AS audited, i.subject_id AS told
    FROM domain_event e LEFT JOIN outbox o ON o.event_id = e.id LEFT JOIN audit_entry a ON a.event_id = e.id
      LEFT JOIN inbox_item i ON i.event_id = e.id AND i.user_id = ${admin.person.id}
    WHERE e.name = 'approval.requested' ORDER BY e.id`);

describe('a server of a cluster, which numbers its rows in steps of three', () => {
  it('finds the rows that it has just inserted, in a command and in a bulk', async () => {
    const work = api.get(UnitOfWork);
    const command = () => work.transact(SYSTEM, (tx) => Promise.resolve(three(tx)));
    await command();
    await work.bulk([command, command]);
    const rows = (await written()).map(({ payload, ...row }) => ({
      ...row,
      ...(JSON.parse(payload) as object),
    }));
    // The items of one cause are one row, which names the newest event.
    expect(rows).toMatchObject(
      Array.from({ length: 9 }, (_, n) => ({
        approvalId: n + 1,
        waits: 1,
        audited: 1,
        told: n === 8 ? 9 : null,
      })),
    );
    expect(new Set(rows.map(({ id }) => id % STEP))).toEqual(new Set([OFFSET]));
  });

  it('leaves no place in the outbox without its event', async () => {
    const [found] = await api.rows(sql`
      SELECT COUNT(*) AS places, COUNT(e.id) AS events FROM outbox o LEFT JOIN domain_event e ON e.id = o.event_id`);
    expect(found).toEqual({ places: 9, events: 9 });
  });
});
