import type { Browser, Page } from '@playwright/test';
import type { Language } from '../../../contract/codes.js';
import type { Account } from './accounts.js';
import { putSession, type Session } from './sessions.js';

type Person = Pick<Account, 'username'>;

/** A browser of one's own: nothing is shared with the other people of the test. @param who is signed in, if anybody */
export async function openBrowser(browser: Browser, language: Language = 'en', who?: Person): Promise<Page> {
  const baseURL = process.env['RECOUP_E2E_URL']!;
  // Without a graphics card what scrolls all day costs more processor time than the product.
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const session = who && (await putSession(who));
  if (session) await context.addCookies(cookiesOf(session, baseURL));
  const page = await context.newPage();
  await page.addInitScript({ content: storageOf(language, session) });
  return page;
}

/** Opens the screen of a person who is signed in. @param at its path, by default where signing in leads to */
export async function enter(
  browser: Browser,
  who: Person,
  { at = 'case/list', language = 'en' }: { at?: string; language?: Language } = {},
): Promise<Page> {
  const page = await openBrowser(browser, language, who);
  await page.goto(`/#/${at}`);
  return page;
}

function cookiesOf({ token }: Session, url: string) {
  const shared = { url, sameSite: 'Strict' as const };
  return [
    { ...shared, name: 'token', value: token, httpOnly: true },
    { ...shared, name: 'login', value: '1' },
  ];
}

/** The token is written once: not after a sign-out, which has taken the cookie, and not over that of a later sign-in. */
function storageOf(language: Language, session: Session | undefined): string {
  const known = `localStorage.setItem('lang', '${language}');`;
  if (!session) return known;
  const { token, userId: id, name } = session;
  const user = JSON.stringify(JSON.stringify({ id, name }));
  return `${known}
    if (document.cookie.includes('login=1') && !localStorage.getItem('token')) {
      localStorage.setItem('token', '${token}');
      localStorage.setItem('user', ${user});
      sessionStorage.setItem('loggedIn', '1');
    }`;
}
