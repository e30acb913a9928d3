import { describe, expect, it } from '@jest/globals';
import { ReceiptsService } from '../../../server/features/messages/delivery/receipts.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { caseOf, createSmsDesk, eventsOf, messageOf, receipt, send, WORKING_HOURS } from './desk.js';

const { desk } = useDesk(createSmsDesk, { clock: WORKING_HOURS });

async function message(status = 'SENT'): Promise<{ id: number; caseId: number; key: string }> {
  const test = await caseOf(desk);
  const { data } = await send(desk, test);
  await desk.api.rows(
    sql`UPDATE message SET status = ${status}, version = version + 1 WHERE id = ${data.id}`,
  );
  return { id: data.id, caseId: test.id, key: `message-${data.id}` };
}
const outcomeOf = async (body: Record<string, unknown>) => (await receipt(desk.api, body)).data.outcome;

describe('a receipt', () => {
  it('that is repeated, one by one or at once, counts once', async () => {
    const { id, caseId, key } = await message();
    const body = { eventId: `same-${id}`, idempotencyKey: key, status: 'DELIVERED' };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(body)));
    expect(outcomes.filter((outcome) => outcome === 'APPLIED')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'REPEATED')).toHaveLength(7);
    expect(await outcomeOf({ ...body, status: 'FAILED' })).toBe('REPEATED');
    expect(await messageOf(desk, id)).toMatchObject({ status: 'DELIVERED', providerId: 'carrier-1' });
    expect(await eventsOf(desk, caseId)).toEqual(['message.queued', 'message.delivered']);
  });

  it('that comes late or out of order moves nothing back', async () => {
    const { id, caseId, key } = await message('SUBMITTING');
    expect(await outcomeOf({ idempotencyKey: key, status: 'DELIVERED' })).toBe('APPLIED');
    expect(await outcomeOf({ idempotencyKey: key, status: 'SENT' })).toBe('LATE');
    expect(await outcomeOf({ idempotencyKey: key, status: 'FAILED' })).toBe('LATE');
    expect(await outcomeOf({ idempotencyKey: key, status: 'DELIVERED' })).toBe('LATE');
    expect(await messageOf(desk, id)).toMatchObject({ status: 'DELIVERED', reason: null });
    expect(await eventsOf(desk, caseId)).toEqual(['message.queued', 'message.delivered']);
    const [log] = await desk.api.rows<{ n: number }>(sql`
      SELECT COUNT(*) AS n FROM collection_log WHERE case_id = ${caseId}`);
    expect(log).toEqual({ n: 1 });
  });

  it.each([
    ['SUBMITTING', 'SENT', 'SENT'],
    ['SUBMITTING', 'FAILED', 'FAILED'],
    ['SENT', 'FAILED', 'FAILED'],
    ['DEAD', 'DELIVERED', 'DELIVERED'],
    ['FAILED', 'DELIVERED', 'FAILED'],
    ['CANCELLED', 'DELIVERED', 'CANCELLED'],
  ])('on a message that is %s and says %s makes it %s', async (before, status, after) => {
    const { id, key } = await message(before);
    expect(await outcomeOf({ idempotencyKey: key, status })).toBe(before === after ? 'LATE' : 'APPLIED');
    expect((await messageOf(desk, id)).status).toBe(after);
  });

  it('of an unknown message waits for it, for a day', async () => {
    const { id } = await message();
    const unknown = id + 5_000_000;
    const body = { eventId: `unknown-${id}`, idempotencyKey: `message-${unknown}`, status: 'DELIVERED' };
    expect(await outcomeOf(body)).toBe('WAITING');
    expect(await outcomeOf({ ...body, eventId: `odd-${id}`, idempotencyKey: 'no key of ours' })).toBe(
      'WAITING',
    );
    const receipts = desk.api.get(ReceiptsService);
    await receipts.reconcile();
    await desk.api.rows(sql`UPDATE message SET id = ${unknown} WHERE id = ${id}`);
    await receipts.reconcile();
    expect((await messageOf(desk, unknown)).status).toBe('DELIVERED');
    await desk.api.rows(sql`UPDATE message_receipt SET received_at = '2026-11-18' WHERE outcome = 'WAITING'`);
    await receipts.reconcile();
    const rows = await desk.api.rows<{ outcome: string }>(sql`
      SELECT outcome FROM message_receipt WHERE event_id IN (${`unknown-${id}`}, ${`odd-${id}`}) ORDER BY event_id`);
    expect(rows).toEqual([{ outcome: 'EXPIRED' }, { outcome: 'APPLIED' }]);
  });

  it('that is forged or malformed is refused and leaves nothing', async () => {
    const { id, key } = await message();
    const body = { idempotencyKey: key, status: 'DELIVERED' };
    expect(await receipt(desk.api, body, 'another secret of another carrier')).toMatchObject({ code: '20' });
    const wrong = await receipt(desk.api, { ...body, status: 'READ', eventId: 'x', at: 'now' });
    const { fields } = wrong.data as unknown as { fields: { field: string }[] };
    expect([wrong.code, new Set(fields.map(({ field }) => field))]).toEqual([
      '22',
      new Set(['eventId', 'status', 'at']),
    ]);
    expect((await messageOf(desk, id)).status).toBe('SENT');
  });
});
