import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { RecordCall, type RecordAnswer } from '../../../contract/cases/records.js';
import { store } from '../../../client/app/store.js';
import { i18n } from '../../../client/i18n/i18n.js';
import { pushesMissed } from '../../../client/state/connection.js';
import { sessionEnded, sessionEndPutOff } from '../../../client/state/session.js';
import { outcomesOf } from '../../../client/features/cases/result-form/case-outcomes.js';
import { useBrowser } from './support/app.js';
import { ID, INFO, openCase } from './support/case.js';
import { push } from './support/push.js';

useBrowser();

const OUTCOME = outcomesOf('CONNECTED').find(({ promise, followUp }) => !promise && !followUp)!;

/** To the collector, to who has the case open, and to who has any case of the borrower open. */
function pushRecorded(): void {
  const row = { ...INFO, version: 4, lastCallResult: OUTCOME.result };
  for (let room = 0; room < 2; room++) push('case.changed', { caseId: ID, cause: 'action.recorded', row });
  push('tags.changed', { tags: [{ type: 'Contact' }] });
}

/** @returns what the browser reads because of it */
async function save(pushedFirst: boolean): Promise<string[]> {
  let version = 3;
  const { network, user } = await openCase((net) =>
    net.on({ call: `GET task/info/${ID}`, answer: () => ({ ...INFO, version }) }).on({
      call: 'POST task/record',
      body: RecordCall,
      answer: async (): Promise<RecordAnswer> => {
        version = 4;
        if (pushedFirst) {
          pushRecorded();
          await new Promise((received) => setTimeout(received));
        }
        const contact = { id: 4, lastCallResult: OUTCOME.result, blocked: 'WRONG' as const };
        return { recordId: 1, status: 'C10', promiseId: null, version, undoUntil: null, contact };
      },
    }),
  );
  const calls = () =>
    network.fetch.mock.calls.map(([url, init]) => `${init?.method ?? 'GET'} ${String(url).split('?')[0]}`);
  await user.click(await screen.findByRole('button', { name: i18n.t('codes:call-status.CONNECTED') }));
  await user.click(await screen.findByTitle(OUTCOME.result));
  // The last read of a page that has come to rest.
  await waitFor(() => expect(calls()).toContain('GET /api/softPhone/listeners'));
  const before = calls().length;
  await user.click(screen.getByRole('button', { name: i18n.t('common:action.save') }));
  await screen.findByText(i18n.t('case:blocked.WRONG'));
  if (!pushedFirst) pushRecorded();
  // The last of them, a second after the push.
  await waitFor(() => expect(calls().slice(before)).toContain('GET /api/task/counts'));
  const read = calls().slice(before);
  return read.filter((call) => call.startsWith('GET')).sort();
}

describe('saving a call result', () => {
  it.each([
    ['after', false],
    ['before', true],
  ])('causes four reads when its push comes %s the answer', async (_, pushedFirst) => {
    expect(await save(pushedFirst)).toEqual([
      'GET /api/contact/preview',
      `GET /api/task/collectionLogs/${ID}`,
      'GET /api/task/counts',
      `GET /api/task/info/${ID}`,
    ]);
  });
});

describe('pushes that were missed', () => {
  it('make what is on screen be read again, and nothing else', async () => {
    const { network } = await openCase((net) => net);
    await screen.findByRole('textbox', { name: i18n.t('case:form.notes') });
    const reads = () =>
      network.fetch.mock.calls.map(([url]) => String(url).split('?')[0]!.replace('/api/', ''));
    const shown = [`task/info/${ID}`, `task/contacts/${ID}`, 'contact/preview', 'task/counts'];
    await waitFor(() => expect(reads()).toEqual(expect.arrayContaining(shown)));
    const before = reads().length;
    store.dispatch(pushesMissed());
    await waitFor(() => expect(reads().slice(before)).toEqual(expect.arrayContaining(shown)));
    expect(reads().slice(0, before)).toEqual(expect.arrayContaining(reads().slice(before)));
  });
});

describe('a note that is typed when the session ends', () => {
  const noteBox = () =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: i18n.t('case:form.notes') });
  const open = () =>
    openCase((network) =>
      network.on({
        call: `POST preferences/drafts/${ID}`,
        answer: () => new Promise<never>(() => undefined),
      }),
    );

  it('is there when the same person has signed in again in place and the page is drawn anew', async () => {
    const { user } = await open();
    await user.type(await noteBox(), 'in the evening');
    store.dispatch(sessionEnded({ message: 'replaced', ask: true }));
    store.dispatch(sessionEndPutOff(true));
    cleanup();
    await open();
    expect((await noteBox()).value).toBe('in the evening');
  });
});
