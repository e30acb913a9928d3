import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { i18n } from '../../../client/i18n/i18n.js';
import { stubGlobal } from '../../support/globals.js';
import { openApp, useBrowser } from './support/app.js';
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
const AT = new Date().toISOString();

it('keeps the page to be seen while the words of a call that comes in arrive', async () => {
  for (const name of ['AudioContext', 'OscillatorNode', 'GainNode']) stubGlobal(name, Sound);
  Object.defineProperty(navigator, 'locks', { value: LOCKS, configurable: true });
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
