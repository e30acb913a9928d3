import { describe, expect, it } from '@jest/globals';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

const { desk } = useDesk(createDesk, { clock: '2026-11-18T17:00:00Z' });

const act = (person: DeskPerson, name: string, body: object) =>
  desk.as[person].post<{ id: number }>(`customer/service/${name}`, { clientRequestId: requestId(), ...body });
const about = (id: number, person: DeskPerson) =>
  desk.api.rows(sql`UPDATE complaint SET collector_id = ${desk.people[person].id} WHERE id = ${id}`);

/** Steps before, and the supervisor's step. */
const HANDLED = { method: 'EXPLAINED', remarks: 'Explained' };
const STEPS = {
  allocate: [[], () => ({ handlerId: desk.people.leader.id })],
  process: [['allocate:supervisor'], () => HANDLED],
  done: [['allocate:leader', 'process'], () => ({ keepHold: false })],
  return: [['allocate:leader', 'process'], () => ({ note: 'Again' })],
  penalty: [['allocate:leader', 'process'], () => ({ amount: 50_000, reason: 'Threats' })],
  reopen: [['allocate:leader', 'process', 'done'], () => ({ note: 'Called again' })],
  transfer: [[], () => ({ note: 'A fault of the product' })],
} as const;

async function brought(before: readonly string[]): Promise<number> {
  const taskId = await openCase(desk, 'collector');
  const { data } = await act('admin', 'create', { taskId, type: 'CONDUCT', level: 2, content: 'Shouted' });
  const { id } = data;
  for (const step of before) {
    const [name, handler] = step.split(':') as [string, DeskPerson | undefined];
    const answer =
      name === 'process'
        ? await act('leader', name, { id, ...HANDLED })
        : await act(
            'admin',
            name,
            handler ? { id, handlerId: desk.people[handler].id } : { id, keepHold: true },
          );
    expect(answer.code).toBe('00');
  }
  return id;
}

describe('a complaint about a supervisor', () => {
  it.each(Object.keys(STEPS) as (keyof typeof STEPS)[])('is nothing for that one to %s', async (name) => {
    const [before, body] = STEPS[name];
    const id = await brought(before);
    await about(id, 'supervisor');
    expect((await act('supervisor', name, { id, ...body() })).code).toBe('20');
    await about(id, 'collector');
    expect((await act('supervisor', name, { id, ...body() })).code).toBe('00');
  });

  it('takes no file of that one', async () => {
    const id = await brought([]);
    const add = () =>
      desk.as.supervisor.upload(
        `customer/service/attachments/${id}`,
        Buffer.from('%PDF-1.7\n%minutes'),
        'talk.pdf',
      );
    await about(id, 'supervisor');
    expect((await add()).code).toBe('20');
    await about(id, 'collector');
    expect((await add()).code).toBe('00');
  });

  it('is given to somebody else, and fines nobody by themselves', async () => {
    const id = await brought([]);
    await about(id, 'supervisor');
    const own = { id, handlerId: desk.people.supervisor.id };
    expect(await act('admin', 'allocate', own)).toMatchObject({
      code: '23',
      data: { fields: [{ field: 'handlerId' }] },
    });
    const other = await brought(['allocate:leader', 'process']);
    const fine = { id: other, amount: 50_000, reason: 'Threats', userId: desk.people.supervisor.id };
    expect((await act('supervisor', 'penalty', fine)).code).toBe('20');
    expect((await act('admin', 'penalty', fine)).code).toBe('00');
  });
});
