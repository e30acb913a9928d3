import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { RESULT_CODES } from '../../../contract/errors.js';
import { i18n } from '../../../client/i18n/i18n.js';
import { stubGlobal } from '../../support/globals.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal } from './support/network.js';
import { NO_ROWS } from './support/people.js';
import { push } from './support/push.js';

useBrowser();

/** happy-dom names the locks of a browser's tabs and has none. */
const LOCKS = { request: (_name: string, _options: object, hold: () => unknown) => Promise.resolve(hold()) };
/** A sound that nobody hears: happy-dom has none. */
class Sound {
  currentTime = 0;
  gain = { setTargetAtTime: () => undefined };
  connect = () => this;
  start = () => undefined;
  stop = () => undefined;
  close = () => Promise.resolve();
}
beforeEach(() => {
  for (const name of ['AudioContext', 'OscillatorNode', 'GainNode']) stubGlobal(name, Sound);
  Object.defineProperty(navigator, 'locks', { value: LOCKS, configurable: true });
});

const AT = new Date().toISOString();

it('keeps the page to be seen while the words of a call that comes in arrive', async () => {
  await openApp({
    at: '/products',
    answers: (network) => network.on({ call: 'GET product/terms', answer: () => NO_ROWS }),
  });
  await screen.findByRole('link', { name: 'Case List' });
  expect(i18n.hasLoadedNamespace('calls')).toBe(false);
  const hidden: string[] = [];
  // React hides by a style what waits for something within, and says that it is not to be seen.
  const watch = new MutationObserver((changes) =>
    changes.forEach(({ target }) => {
      const { className, style } = target as HTMLElement;
      if (style.display === 'none') hidden.push(className);
    }),
  );
  watch.observe(document.body, { attributes: true, attributeFilter: ['style'], subtree: true });
  push('call.changed', {
    callId: 9, taskId: 42, contactId: 4, agentId: 1, direction: 'IN', type: 2, state: 'RINGING', callTime: AT,
    ringTime: AT, answerTime: null, endTime: null, duration: 0, reason: null, hangUpDirection: null,
    hangingUp: false, recording: false, asksWho: false, party: null, script: null, simulated: false, version: 1,
  }); // prettier-ignore
  await screen.findByRole('alertdialog', { name: 'Incoming call' });
  watch.disconnect();
  expect(hidden).toEqual([]);
});

const FIVE_MINUTES = 300_000;

it.each([
  ['asks for the score card again after five minutes', RESULT_CODES.systemError, 2],
  ['asks no more for a score card that nobody has', RESULT_CODES.nothingToShow, 1],
] as const)('%s', async (_, code, times) => {
  const CARD = 'GET achievementBoard/queryAgentAchievement';
  const later = new Map<unknown, () => void>();
  const { setTimeout: begin, clearTimeout: end } = globalThis;
  stubGlobal('setTimeout', (run: () => void, ms?: number) => {
    const timer = begin(run, ms);
    if (ms === FIVE_MINUTES) later.set(timer, run);
    return timer;
  });
  stubGlobal('clearTimeout', (timer: Parameters<typeof end>[0]) => {
    later.delete(timer);
    end(timer);
  });
  const { network } = await openApp({
    at: '/products',
    role: 'member',
    answers: (answering) =>
      answering
        .on({ call: 'GET product/terms', answer: () => NO_ROWS })
        .on({ call: CARD, answer: () => new Refusal(code, 'not now') }),
  });
  await screen.findByRole('link', { name: 'Case List' });
  await waitFor(() => expect(later.size).toBe(times - 1));
  expect(screen.queryAllByRole('region', { name: "Today's results" })).toHaveLength(times - 1);
  for (const run of later.values()) run();
  await waitFor(() => expect(network.queries(CARD)).toHaveLength(times));
});
