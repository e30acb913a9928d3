import { afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from '../../../../client/app/create-router.js';
import { FIRST_WORDS, ROUTES } from '../../../../client/app/router.js';
import { prepare } from '../../../../client/app/shell/shell.js';
import { store } from '../../../../client/app/store.js';
import { changeLanguage, i18n, loadWords } from '../../../../client/i18n/i18n.js';
import { startI18n } from '../../../../client/i18n/start-i18n.js';
import { LANGUAGE_TAGS } from '../../../../client/lib/language.js';
import { openSession } from '../../../../client/lib/session.js';
import { sessionBegan } from '../../../../client/state/session.js';
import type { Language } from '../../../../contract/codes.js';
import { wordsIn } from '../../../support/words.js';
import { stubGlobal, unstubGlobals } from '../../../support/globals.js';
import { answerShell, personOf, type PersonOptions } from './people.js';
import { Network } from './network.js';
import { isConnected } from './push.js';

export interface Opened {
  network: Network;
  user: ReturnType<typeof userEvent.setup>;
  router: ReturnType<typeof createRouter>;
}

export interface OpenOptions extends PersonOptions {
  /** Behind the #. */
  at: string;
  language?: Language;
  answers: (network: Network) => void;
}

configure({
  // A busy machine is slow.
  asyncUtilTimeout: 60_000,
  // An event is drawn as in a browser, too: `act` would complain of a screen that loads its words.
  eventWrapper: (event) => event(),
  // The whole document as markup takes seconds to print, and hides what is wrong.
  getElementError: (message) => new Error(`${message}\n\nThe page says: ${document.body.innerText}`),
});

/** The store's checks of development say that they take long, on a machine that does other things. */
const SLOW = /InvariantMiddleware took/;
/** A list of choices scrolls to the one that is chosen, and no row has a height here. */
const UNSIZED = /`scrollTo` with `rc-virtual-list`/;

let network = new Network();
let router: ReturnType<typeof createRouter> | null = null;
const said = jest.fn();

/** Renders the product at an address, as a person sees it: the real shell, store, router and words. */
export async function openApp({ at, language = 'en', answers, ...person }: OpenOptions): Promise<Opened> {
  const me = personOf(person);
  answerShell(network, me);
  answers(network);
  openSession(me, 'a-token');
  store.dispatch(sessionBegan(me));
  location.hash = `#${at}`;
  await changeLanguage(language);
  // A test waits for the screen's work, and not for the modules that Jest loads.
  await ROUTES.find(({ path }) => matchPath(path, at.replace(/\?.*/, '')))?.load();
  await Promise.all([prepare(), loadWords(FIRST_WORDS)]);
  // Vite adds them when it builds.
  for (const named of ['shell', 'grants'])
    i18n.addResources(LANGUAGE_TAGS[language], named, wordsIn(language, named));
  router = createRouter();
  render(<RouterProvider router={router} />);
  return { network, user: userEvent.setup({ delay: null }), router };
}

/** Renders a piece of the product by itself, before anybody is signed in. */
export async function openPiece(
  piece: ReactNode,
  {
    language = 'en',
    words,
    answers,
  }: { language?: Language; words: string[] } & Pick<OpenOptions, 'answers'>,
): Promise<Pick<Opened, 'network' | 'user'>> {
  answers(network);
  await changeLanguage(language);
  await loadWords(words);
  render(piece);
  return { network, user: userEvent.setup({ delay: null }) };
}

/** To be called once in a file that opens screens. Whatever a screen writes to the console is a fault. */
export function useBrowser(): void {
  jest.setTimeout(240_000);

  beforeAll(() => startI18n([]));

  beforeEach(() => {
    network = new Network();
    stubGlobal('fetch', network.fetch);
    jest.spyOn(console, 'error').mockImplementation(said);
    jest.spyOn(console, 'warn').mockImplementation(said);
    // Updates are drawn as in a browser, whenever they come: a test waits for what it looks for.
    stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  });

  afterEach(async () => {
    cleanup();
    router?.dispose();
    jest.restoreAllMocks();
    const written = said.mock.calls
      .map((words) => words.join(' '))
      .filter((text) => !SLOW.test(text) && !UNSIZED.test(text));
    said.mockClear();
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
    await waitFor(() => expect(isConnected()).toBe(false));
    unstubGlobals();
    expect({ faults: network.faults, written }).toEqual({ faults: [], written: [] });
  });
}
