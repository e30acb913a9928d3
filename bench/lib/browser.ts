import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import type { Seat } from './cast.js';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['RECOUP_CHROMIUM'], args: ARGUMENTS });
}

/** The session as the sign-in leaves it. */
export async function enter(
  context: BrowserContext,
  address: string,
  { userId, token }: Pick<Seat, 'userId' | 'token'>,
): Promise<void> {
  const at = { url: address, sameSite: 'Strict' as const };
  await context.addCookies([
    { ...at, name: 'token', value: token, httpOnly: true },
    { ...at, name: 'login', value: '1' },
  ]);
  const user = JSON.stringify({ id: userId, name: 'Bench' });
  await context.addInitScript({
    content: `
      localStorage.setItem('token', ${JSON.stringify(token)});
      localStorage.setItem('user', ${JSON.stringify(user)});
      sessionStorage.setItem('loggedIn', '1');`,
  });
}
