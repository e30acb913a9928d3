import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ComplaintDetail } from '../../../contract/supervision/complaints.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import { createCarrierDesk, queued, reachable, type CarrierDesk } from '../messages/carrier-desk.js';
import { requestId } from '../messages/desk.js';

let all: CarrierDesk;
let desk: CarrierDesk['desk'];
beforeAll(async () => {
  all = await createCarrierDesk();
  ({ desk } = all);
});
afterAll(() => all.close());

/** A call that rings at the supplier: each is somebody else's, for nobody has two. */
async function ringing({ id: caseId }: TestCase, phone: string, institutionId = desk.org.institutionId) {
  const id = await desk.api.get(Ids).take();
  await desk.api.rows(sql`
    INSERT INTO phone_call (id, direction, state, institution_id, agent_id, supplier, extension_number, case_id, number_hash,
      number_mask, requested_at, asked_at)
    VALUES (${id}, 'OUT', 'RINGING', ${institutionId}, ${id}, 'Telvoz', ${`9${id % 1_000_000}`}, ${caseId},
      ${desk.api.get(Vault).index(phone)}, '••••', ${new Date()}, ${new Date()})`);
  return id;
}

/** A message that the carrier has been given and has not answered. */
async function submitting(test: TestCase): Promise<number> {
  const id = await queued(desk, test);
  await desk.api.rows(sql`UPDATE message SET status = 'SUBMITTING' WHERE id = ${id}`);
  return id;
}

async function complain(about: object): Promise<number> {
  const { code, data } = await desk.as.supervisor.post<{ id: number }>('customer/service/create', {
    ...{ type: 'CONDUCT', level: 2, content: 'Called at night', clientRequestId: requestId() },
    ...about,
  });
  expect(code).toBe('00');
  return data.id;
}
const handedOver = async (id: number) =>
  (await desk.as.supervisor.get<ComplaintDetail>(`customer/service/detail/${id}`)).data.handedOver;

describe('what was at a supplier when a complaint was taken', () => {
  it('is listed with the complaint as it goes on, and nothing beside it', async () => {
    const test = await reachable(desk, { phone: '+525558111111' });
    const beside = await reachable(desk, { phone: '+525558111131' });
    await queued(desk, await reachable(desk));
    const [call, message] = [await ringing(test, '+525558111111'), await submitting(test)];
    await ringing(beside, '+525558111131');
    const id = await complain({ taskId: test.id });
    const kept = { taskId: test.id, reason: null, endedAt: null };
    expect(await handedOver(id)).toEqual([
      { ...kept, kind: 'CALL', id: call, state: 'RINGING' },
      { ...kept, kind: 'MESSAGE', id: message, state: 'SUBMITTING' },
    ]);
    await desk.api.rows(sql`
      UPDATE phone_call SET state = 'FAILED', reason = 'HELD', ended_at = ${new Date()} WHERE id = ${call}`);
    expect(await handedOver(id)).toMatchObject([
      { id: call, state: 'FAILED', reason: 'HELD', endedAt: expect.any(String) },
      { id: message },
    ]);
    // A later request was not there then.
    await ringing(test, '+525558111111');
    expect(await handedOver(id)).toHaveLength(2);
  });

  it('of a number is all at that number, as far as it exists for the viewer', async () => {
    const phone = '+525558222221';
    const [first, second] = [await reachable(desk, { phone }), await reachable(desk, { phone })];
    const [call, message] = [await ringing(first, phone), await submitting(second)];
    await ringing(first, phone, desk.org.otherInstitutionId);
    const id = await complain({ phone });
    expect((await handedOver(id)).map((act) => [act.kind, act.id])).toEqual([
      ['CALL', call],
      ['MESSAGE', message],
    ]);
  });
});
