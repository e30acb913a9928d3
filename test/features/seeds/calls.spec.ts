import { expect, it } from '@jest/globals';
import type { CallRow } from '../../../contract/contact/calls.js';
import type { Page } from '../../../contract/shared/page.js';
import { Database } from '../../../server/platform/db/database.js';
import { SealedFiles } from '../../../server/platform/files/sealed-files.js';
import { CallsSeed } from '../../../server/seeds/steps/calls.js';
import type { SeedUser } from '../../../server/seeds/actors.js';
import { createCallDesk } from '../calls/desk.js';
import { contactOf, openCase, requestId } from '../cases/desk.js';
import { useDesk } from '../../support/site.js';

const { desk } = useDesk(createCallDesk);

it('gives each recorded call a call record, and the newest answered ones a sound', async () => {
  const results = [
    { callStatus: 'CONNECTED', callResult: 'ND' },
    { callStatus: 'NO_ANSWER', callResult: 'RETRY' },
    { callStatus: 'EMPTY_NUMBER', callResult: 'LC' },
  ];
  for (const result of results) {
    const taskId = await openCase(desk, 'collector');
    const contactId = await contactOf(desk, taskId);
    const body = { taskId, contactId, ...result, clientRequestId: requestId() };
    expect((await desk.as.collector.post('task/record', body)).code).toBe('00');
  }
  const seed = new CallsSeed(desk.api.get(Database), desk.api.get(SealedFiles));
  await seed.plant([{ id: desk.people.collector.id } as SeedUser], new Date());
  const { data } = await desk.as.collector.get<Page<CallRow>>('softPhone/callRecordList');
  const seen = data.result.map(({ state, reason, recording, duration }) => [
    state,
    reason,
    recording,
    duration > 0,
  ]);
  expect(seen.sort()).toEqual([
    ['ENDED', 'HUNG_UP', true, true],
    ['ENDED', 'NO_ANSWER', false, false],
    ['FAILED', 'EMPTY_NUMBER', false, false],
  ]);
  const heard = data.result.find(({ recording }) => recording)!;
  const sound = await desk.as.collector.agent.get(`/api/softPhone/downLoadVoice?callId=${heard.callId}`);
  expect(sound.headers['content-type']).toBe('audio/wav');
});
