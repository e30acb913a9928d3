import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StopKind } from '../../../contract/contact/stops.js';
import { ClaimsService } from '../../../server/features/messages/submit/claims.service.js';
import { SendingService } from '../../../server/features/messages/submit/sending.service.js';
import { WaitingMessagesService } from '../../../server/features/stops/waiting-messages.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCarrierDesk, queued, reachable, type CarrierDesk } from '../messages/carrier-desk.js';
import { messageOf, requestId, send, used } from '../messages/desk.js';

let all: CarrierDesk;
let desk: CarrierDesk['desk'];
beforeAll(async () => {
  all = await createCarrierDesk();
  ({ desk } = all);
});
afterAll(() => all.close());

async function stop(kind: StopKind, subjectId: number): Promise<number> {
  const answer = await desk.as.supervisor.post<{ id: number }>('guard/stop', {
    ...{ kind, subjectId, reason: 'The text names a wrong debt', clientRequestId: requestId() },
  });
  expect(answer.code).toBe('00');
  return answer.data.id;
}
const lift = (id: number) => desk.as.admin.post('guard/resume', { id, reason: 'The text is mended' });
const sendOut = (id: number) => all.workers.get(SendingService).send(id);
const goOn = (stopId: number) => all.workers.get(WaitingMessagesService).release(stopId, 0);

describe('a message that is queued when contact is stopped', () => {
  it('waits, and goes out after the stop when the guard still allows it', async () => {
    const id = await queued(desk, await reachable(desk));
    const stopId = await stop('TEMPLATE', desk.templates.known);
    await sendOut(id);
    expect(await messageOf(desk, id)).toMatchObject({ status: 'QUEUED', attempts: 0 });
    expect(await all.workers.get(SendingService).overdue(0, 100)).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect((await send(desk, await reachable(desk))).code).toBe('30');
    expect(await goOn(stopId)).toEqual([]);
    expect(await lift(stopId)).toMatchObject({ code: '00' });
    const [gone] = await goOn(stopId);
    expect(gone).toMatchObject({ id, delay: 0 });
    expect(await goOn(stopId)).toEqual([]);
    await sendOut(id);
    expect((await messageOf(desk, id)).status).toBe('SENT');
  });

  it('of yesterday is cancelled after it, and its slots are given back', async () => {
    const test = await reachable(desk);
    const id = await queued(desk, test);
    const stopId = await stop('COLLECTOR', desk.ana.id);
    await sendOut(id);
    await desk.api.rows(sql`UPDATE message SET slot_day = '2026-11-18' WHERE id = ${id}`);
    await desk.api.rows(
      sql`UPDATE message_count SET day = '2026-11-18' WHERE scope = 'CASE' AND scope_id = ${test.id}`,
    );
    expect(await lift(stopId)).toMatchObject({ code: '00' });
    await goOn(stopId);
    expect(await messageOf(desk, id)).toMatchObject({ status: 'CANCELLED', reason: 'STOPPED' });
    expect(await used(desk, 'CASE', test.id)).toBe(0);
  });

  it('is cancelled by a hold, also while it waits', async () => {
    const test = await reachable(desk);
    const id = await queued(desk, test);
    const stopId = await stop('INSTITUTION', desk.org.institutionId);
    await sendOut(id);
    expect(
      await desk.as.leader.post('contact/hold', {
        taskId: test.id,
        kind: 'DISPUTE',
        note: 'Says it is paid',
      }),
    ).toMatchObject({ code: '00' });
    await all.workers.get(ClaimsService).review([test.id]);
    expect(await messageOf(desk, id)).toMatchObject({ status: 'CANCELLED', reason: 'HOLD' });
    await lift(stopId);
  });

  it('that another stop forbids, too, waits for that one', async () => {
    const id = await queued(desk, await reachable(desk));
    const first = await stop('COLLECTOR', desk.ana.id);
    const second = await stop('INSTITUTION', desk.org.institutionId);
    await sendOut(id);
    await lift(first);
    await goOn(first);
    await sendOut(id);
    expect((await messageOf(desk, id)).status).toBe('QUEUED');
    await lift(second);
    expect((await goOn(second)).map((each) => each.id)).toEqual([id]);
    await sendOut(id);
    expect((await messageOf(desk, id)).status).toBe('SENT');
  });

  it('goes on one after the other, and by the sweep when its job was lost', async () => {
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push(await queued(desk, await reachable(desk)));
    const stopId = await stop('INSTITUTION', desk.org.institutionId);
    for (const id of ids) await sendOut(id);
    await lift(stopId);
    const waiting = all.workers.get(WaitingMessagesService);
    expect(await waiting.left()).toEqual([stopId]);
    expect((await goOn(stopId)).map(({ delay }) => delay)).toEqual([0, 50, 100]);
    expect(await waiting.left()).toEqual([]);
  });
});
