import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
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

export interface Drawn {
  perSecond: number;
  longestMs: number;
}

/** How often the page is drawn, while a script runs in it now and then. */
export function drawn(
  page: Page,
  seconds: number,
  meanwhile?: { everyMs: number; script: string },
): Promise<Drawn> {
  // In the page, so it is text: there is no document here.
  return page.evaluate<Drawn>(`new Promise((resolve) => {
    const timer = setInterval(() => ${meanwhile?.script ?? 'null'}, ${meanwhile?.everyMs ?? 1_000});
    const begun = performance.now();
    let last = begun;
    let frames = 0;
    let longestMs = 0;
    const next = (at) => {
      frames += 1;
      longestMs = Math.max(longestMs, at - last);
      last = at;
      if (at - begun < ${seconds * 1000}) return requestAnimationFrame(next);
      clearInterval(timer);
      resolve({ perSecond: (frames * 1000) / (at - begun), longestMs });
    };
    requestAnimationFrame(next);
  })`);
}

/** Bytes that the page's scripts hold, once what nobody holds is gone. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    // Twice: what the first round lets go of may hold more.
    for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  } finally {
    await session.detach();
  }
}
