import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '../../server/platform/auth/actor.js';
import { joinReads, joinHeld, shareOut } from '../../server/platform/db/bulk-statements.js';
import { sql, type Statement } from '../../server/platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../server/platform/db/unit-of-work.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';

const insert = (role: string, menu: string): Statement => sql`
  INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, ${role}, '', ${menu})`;
const short = ({ text, params }: Statement) => [text.replace(/\s+/g, ' ').trim(), ...params];

describe('the statements of a bulk', () => {
  it('put inserts into one table together, and keep the order of each command', () => {
    const update = (id: number) => sql`UPDATE thing SET seen = 1 WHERE id = ${id}`;
    const joined = joinHeld([
      [insert('a', 'x'), update(1)],
      [update(2), insert('b', 'y')],
      [insert('c', 'z')],
    ]);
    expect(joined.map(short)).toEqual([
      [
        "INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, ?, '', ?), (1, ?, '', ?)",
        ...['a', 'x', 'c', 'z'],
      ],
      ['UPDATE thing SET seen = 1 WHERE id = ?', 1],
      ['UPDATE thing SET seen = 1 WHERE id = ?', 2],
      [
        "INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, ?, '', ?)",
        ...['b', 'y'],
      ],
    ]);
  });

  it('keep what follows a double key, and join no insert that selects', () => {
    const kept = (n: number) => sql`
      INSERT INTO tally (id, n) VALUES (${n}, 1) ON DUPLICATE KEY UPDATE n = n + VALUES(n)`;
    const copied = (n: number) => sql`INSERT INTO tally (id, n) SELECT id, n FROM other WHERE id = ${n}`;
    expect(joinHeld([[kept(1)], [kept(2)]]).map(short)).toEqual([
      ['INSERT INTO tally (id, n) VALUES (?, 1), (?, 1) ON DUPLICATE KEY UPDATE n = n + VALUES(n)', 1, 2],
    ]);
    expect(joinHeld([[copied(1)], [copied(2)]])).toHaveLength(2);
  });

  it('ask once for what many ask, and give each its own rows', () => {
    const one = (id: number) => sql`SELECT n FROM thing WHERE id = ${id} ORDER BY n FOR UPDATE`;
    const commands = [{ reads: [one(1), sql`SELECT 1 AS x`] }, { reads: [one(2)] }];
    const sharedReads = joinReads(commands.map(({ reads }) => reads));
    expect(sharedReads.map(({ statement }) => short(statement))).toEqual([
      [
        '(SELECT 0 AS bulk_place, n FROM thing WHERE id = ? ORDER BY n LIMIT 1000000000 FOR UPDATE) UNION ALL ' +
          '(SELECT 1 AS bulk_place, n FROM thing WHERE id = ? ORDER BY n LIMIT 1000000000 FOR UPDATE)',
        ...[1, 2],
      ],
      ['SELECT 1 AS x'],
    ]);
    const rows = [
      { bulk_place: 1, n: 7 },
      { bulk_place: 0, n: 3 },
      { bulk_place: 1, n: 8 },
    ];
    expect(shareOut(sharedReads, [rows, [{ x: 1 }]], commands)).toEqual([
      [[{ n: 3 }], [{ x: 1 }]],
      [[{ n: 7 }, { n: 8 }]],
    ]);
  });
});

describe('a bulk of commands', () => {
  let stack: Stack;
  let api: Api;
  let uow: UnitOfWork;

  beforeAll(async () => {
    stack = await createStack();
    api = await startApi();
    uow = api.get(UnitOfWork);
  });
  afterAll(async () => {
    await api.close();
    await stack.close();
  });

  const happened = async (...subjects: number[]) =>
    Promise.all(
      subjects.map(async (id) => {
        const [row] = await api.rows<{ n: number }>(sql`
          SELECT COUNT(*) AS n FROM domain_event e JOIN outbox o ON o.event_id = e.id
          JOIN audit_entry a ON a.event_id = e.id AND a.subject_id = e.subject_id WHERE e.subject_id = ${id}`);
        return row!.n;
      }),
    );
  const disable = (tx: Tx, userId: number) =>
    tx.emit('user.disabled', { userId, institutionId: 1, changes: {} });
  const command = (userId: number, more: (tx: Tx) => Promise<unknown> = () => Promise.resolve()) =>
    uow.transact(SYSTEM, async (tx) => {
      const [[known]] = await tx.read<[{ id: number }]>(sql`SELECT ${userId} AS id FOR UPDATE`);
      disable(tx, known!.id);
      await more(tx);
      return known!.id;
    });

  it('commits all of them, each with its answer and its events', async () => {
    expect(await uow.bulk([71, 72, 73].map((id) => () => command(id)))).toEqual([71, 72, 73]);
    expect(await happened(71, 72, 73)).toEqual([1, 1, 1]);
  });

  it('lets a command see what it wrote itself before', async () => {
    const seen = await uow.bulk([
      () =>
        uow.transact(SYSTEM, async (tx) => {
          tx.write(insert('bulk', 'one'));
          const [[row]] = await tx.read<[{ menu: string }]>(sql`
            SELECT menu FROM role_grant WHERE institution_id = 1 AND role = 'bulk'`);
          return row?.menu;
        }),
    ]);
    expect(seen).toEqual(['one']);
  });

  it('commits none of them when one refuses', async () => {
    const refuses = () => command(82, () => Promise.reject(new Error('not this one')));
    await expect(uow.bulk([() => command(81), refuses])).rejects.toThrow('not this one');
    expect(await happened(81, 82)).toEqual([0, 0]);
  });

  it('goes on without a command whose refusal somebody takes, unless a part of it was sent', async () => {
    const refusal = new Error('refused');
    const taken = (work: Promise<unknown>) => work.catch((error: unknown) => expect(error).toBe(refusal));
    const early = () => taken(command(92, () => Promise.reject(refusal)));
    await uow.bulk<unknown>([() => command(91), early]);
    expect(await happened(91, 92)).toEqual([1, 0]);
    const late = () =>
      taken(
        command(94, async (tx) => {
          await tx.read(sql`SELECT 1`);
          throw refusal;
        }),
      );
    await expect(uow.bulk<unknown>([() => command(93), late])).rejects.toBe(refusal);
    expect(await happened(93, 94)).toEqual([0, 0]);
  });
});
