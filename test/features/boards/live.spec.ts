import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay } from '../../support/cases.js';
import { createUser, signedIn } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';

let board: TestSocket;

afterAll(() => board.close());
const { api, org, ana } = useSite({ workers: true, people: { ana: 'member' } });
beforeAll(async () => {
  board = await TestSocket.open(await signedIn(api, await createUser(api, org, 'leader')));
  await board.watch({ topic: 'board', groupId: org.groupId });
});

it('tells a board how many cases are uncovered and what became of promises, unasked', async () => {
  const old = new Date(Date.now() - 10 * 86_400_000);
  const forgotten = await createCase(api, org, { ownerId: ana.person.id, status: 'C10' });
  await api.rows(sql`
    UPDATE collection_case SET assigned_at = ${old}, opened_at = ${old}, version = version + 1 WHERE id = ${forgotten.id}`);
  const test = await createCase(api, org, { ownerId: ana.person.id });
  const promised = await ana.post('task/record', {
    taskId: test.id,
    callResult: 'PTP',
    promiseAmount: 5_000,
    clientRequestId: 'live-promise-1',
  });
  expect(promised.code).toBe('00');
  const alarm = await board.next('board.uncovered', ({ data }) => data.uncovered === 1);
  expect(alarm.room).toBe(`board:${org.groupId}`);
  await pay(api, { loanItemExternalId: test.externalId, amount: 5_000, providerReference: 'live-1' });
  const kept = await board.next('board.kept');
  expect(kept.data).toEqual({ kept: [{ collectorId: ana.person.id, kept: 1, judged: 1 }] });
});
