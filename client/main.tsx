import './ui/tokens.css';
import { StrictMode, Suspense, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { FIRST_WORDS } from './app/router';
import { fetchScreen, landing } from './app/landing';
import { identityReturn } from './features/session/identity/identity-return';
import { LoginPage } from './features/session/login-page';
import { mailedLink } from './features/session/mailed-link';
import { loadWords } from './i18n/i18n';
import { loadAllWords, startI18n } from './i18n/start-i18n';
import { paintTheme } from './lib/preferences';
import { guardAnswer, isWallboard, sessionFlags } from './lib/session';

const LOGIN = '#/login';
/** A screen without a person waits for a leader. */
const WALLBOARD = /^#\/wallboard(\?|$)/;
const IDLE_MS = 2_000;

declare global {
  interface Window {
    /** Written into the built page by fetch-early.ts: fetches the frame and the screen of an address, and runs nothing. */
    fetchEarly?: (address: string) => void;
  }
}

/** Without a session, or at /login, the sign-in page stands alone: it must not wait for the router nor the shell. */
function signInFirst(): boolean {
  if (WALLBOARD.test(location.hash) || isWallboard()) return false;
  return location.hash === LOGIN || guardAnswer(sessionFlags()) === 'login';
}

async function start(): Promise<void> {
  paintTheme();
  mailedLink();
  identityReturn();
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  const root = createRoot(place);
  const signIn = signInFirst();
  const words = startI18n(signIn ? ['login'] : FIRST_WORDS);
  await (signIn ? showSignIn(root, words) : showApp(root, words));
}

async function showSignIn(root: Root, words: Promise<void>): Promise<void> {
  if (location.hash !== LOGIN) location.replace(LOGIN);
  await words;
  const leave = () => {
    if (location.hash === LOGIN) return;
    removeEventListener('hashchange', leave);
    void showApp(root, words);
  };
  addEventListener('hashchange', leave);
  draw(
    root,
    <Suspense fallback={null}>
      <LoginPage notice={null} landing={landing} onEnter={(path) => location.replace(`#${path}`)} />
    </Suspense>,
  );
  requestIdleCallback(() => window.fetchEarly?.('/case/list'), { timeout: IDLE_MS });
}

async function showApp(root: Root, words: Promise<void>): Promise<void> {
  // Asked for at once, not only when the router comes to them: fewer round trips before the first page.
  const prepared = import('./app/shell/shell').then(({ prepare }) => prepare());
  fetchScreen(location.hash);
  const [{ App }] = await Promise.all([import('./app/app'), words]);
  await Promise.all([prepared, loadWords(FIRST_WORDS)]);
  draw(root, <App />);
  void loadAllWords();
}

function draw(root: Root, page: ReactNode): void {
  root.render(<StrictMode>{page}</StrictMode>);
}

void start();
