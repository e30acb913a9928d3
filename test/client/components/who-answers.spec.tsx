import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { CallListQuery, type CallRow, type CurrentCalls } from '../../../contract/contact/calls.js';
import { WhoAnswers } from '../../../contract/contact/who-answers.js';
import { store } from '../../../client/app/store.js';
import { callLearned } from '../../../client/features/calls/calls-slice.js';
import { i18n } from '../../../client/i18n/i18n.js';
import { useBrowser } from './support/app.js';
import { ID, INFO, openCase } from './support/case.js';
import { Refusal } from './support/network.js';
import { push } from './support/push.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const SAY = 'POST softPhone/whoAnswers';
const AT = new Date(Date.now() - 5_000).toISOString();
const CALL = {
  callId: 31, taskId: ID, contactId: 4, agentId: 1, direction: 'OUT', type: 2, state: 'ANSWERED', callTime: AT,
  ringTime: AT, answerTime: AT, endTime: null, duration: 0, reason: null, hangUpDirection: null, hangingUp: false,
  recording: false, asksWho: true, party: null, script: null, simulated: false, version: 3, orderId: 'L-7', loanItemId: 70,
  skipReason: null, seatAccount: 'ana', agentName: 'Ana', extensionNumber: '8001', contactName: 'Rosa', contactRelation: 'R01',
  calledNumber: '55 •••• 1234',
} satisfies CallRow; // prettier-ignore

/** The store knows those of the tests before, of which it is said. */
let lastId = 30;
function nextCall(): CallRow {
  store.dispatch(callLearned({ ...CALL, callId: lastId, asksWho: false, version: 9 }));
  return { ...CALL, callId: ++lastId };
}

/** A case whose call stands so; the server answers with the case once it is said who answers. */
async function open(
  call: CallRow,
  { known = true, language = 'en' as 'en' | 'es' | 'cn', collectorFirst = false } = {},
) {
  let said = false;
  const shut = new Refusal('23', 'Say first who answers your call');
  return openCase(
    (network) =>
      network
        .on({
          call: 'GET softPhone/currentCalls',
          answer: (): CurrentCalls => ({
            ...{ now: new Date().toISOString(), collectorFirst },
            calls: known ? [call] : [],
          }),
        })
        .on({
          call: 'GET softPhone/callRecordList',
          query: CallListQuery,
          answer: () => ({ result: [call], totalCount: 1 }),
        })
        .on({ call: `GET task/info/${ID}`, answer: () => (said ? INFO : shut) })
        .on({ call: 'GET help/own', answer: () => null })
        .on({
          call: SAY,
          body: WhoAnswers,
          answer: ({ body: { answer } }): CallRow => {
            said = true;
            return { ...call, asksWho: false, party: answer, version: call.version + 1 };
          },
        }),
    language,
  );
}

const title = (words = 'Who answers?') => screen.findByRole('heading', { level: 1, name: words });
const notes = () => screen.findByRole('textbox', { name: i18n.t('case:form.notes') });

describe('who answers', () => {
  it.each([
    ['en', 'Who answers?'],
    ['es', '¿Quién contesta?'],
    ['cn', '是谁接听？'],
  ] as const)('is asked in %s in place of the case', async (language, words) => {
    await open(nextCall(), { language });
    await title(words);
    expect(document.querySelector('.who-name')?.textContent).toContain('Rosa');
    expect(document.body.textContent).not.toMatch(/1,500|L-7/);
    expectWords();
    await expectAccessible();
  });

  it('opens the case by one key, and the result is the collector\u2019s to choose', async () => {
    const call = nextCall();
    const { user, network } = await open(call);
    await title();
    await user.keyboard('1');
    await notes();
    expect(network.sent(SAY)).toEqual([{ callId: call.callId, answer: 'BORROWER' }]);
    const connected = screen.getByRole('button', { name: i18n.t('codes:call-status.CONNECTED') });
    await waitFor(() => expect(connected.getAttribute('aria-pressed')).toBe('true'));
    expect(screen.queryByText(i18n.t('calls:who.only'))).toBeNull();
  });

  it('chooses the result that stops a wrong number, and says what may still be said', async () => {
    const { user } = await open(nextCall());
    await title();
    await user.keyboard('3');
    await notes();
    await waitFor(() => expect(screen.getByTitle('NORLVT').getAttribute('aria-pressed')).toBe('true'));
    expect(screen.getByText(i18n.t('calls:who.only'))).toBeTruthy();
  });

  it('cannot be answered while it rings, but skipped with a reason', async () => {
    const { user, network } = await open({ ...nextCall(), state: 'RINGING', answerTime: null });
    await title();
    const answer = screen.getByRole<HTMLButtonElement>('button', { name: /The borrower/ });
    expect(answer.disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: i18n.t('calls:who.skip') }));
    const reason = screen.getByRole('textbox', { name: i18n.t('calls:who.reason') });
    // A number that is typed is no answer.
    await user.type(reason, 'no 1');
    await user.click(screen.getByRole('button', { name: i18n.t('calls:who.skip') }));
    expect(network.sent(SAY)).toEqual([]);
    await user.type(reason, ' again{Enter}');
    await notes();
    expect(network.sent(SAY)).toEqual([
      { callId: expect.any(Number), answer: 'SKIPPED', reason: 'no 1 again' },
    ]);
  });

  it('is asked of a call that was over when the page opened', async () => {
    const over = { ...nextCall(), state: 'ENDED', endTime: AT, reason: 'HUNG_UP' } as const;
    const { user, network } = await open(over, { known: false });
    await title();
    await user.click(screen.getByRole('button', { name: /Will not say/ }));
    await notes();
    expect(network.sent(SAY)).toEqual([{ callId: over.callId, answer: 'WILL_NOT_SAY' }]);
  });

  it.each([
    ['en', 'Your telephone rings: pick it up'],
    ['es', 'Suena su teléfono: conteste'],
    ['cn', '您的话机正在振铃，请接听'],
  ] as const)(
    'begins in %s with the collector’s own telephone, where that rings first',
    async (language, words) => {
      const call = { ...nextCall(), state: 'REQUESTED', ringTime: null, answerTime: null } as const;
      await open(call, { language, collectorFirst: true });
      expect(await screen.findByText(words)).toBeTruthy();
      push('call.changed', { ...call, state: 'RINGING', version: call.version + 1 });
      await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    },
  );

  it('covers a case that is on screen from the moment of a call, and the browser forgets it', async () => {
    const call = nextCall();
    const calls: CallRow[] = [];
    await openCase((network) =>
      network.on({ call: 'GET help/own', answer: () => null }).on({
        call: 'GET softPhone/currentCalls',
        answer: (): CurrentCalls => ({ now: new Date().toISOString(), collectorFirst: false, calls }),
      }),
    );
    await notes();
    const known = () => JSON.stringify(store.getState()).includes('"contractAmount":150000');
    expect(known()).toBe(true);
    calls.push(call);
    push('call.changed', call);
    await title();
    await waitFor(() => expect(known()).toBe(false));
  });
});
