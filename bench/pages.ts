import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { castOf, subjectsOf, type Seat, type Subject } from './lib/cast.js';
import type { Context } from './lib/context.js';
import { holds, median, note, within, type Figure } from './lib/figures.js';
import { Rehearsal } from './lib/rehearsal.js';
import { startServer } from './lib/site.js';

const SLOWED = 4;
const CALLS = 8;
const QUIET_MS = 1_500;
const PATIENCE_MS = 60_000;
const VIEWPORT = { width: 1280, height: 800 };
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Screen {
  what: string;
  path: string;
  /** There when a person can begin. */
  usable: string;
  goalMs: number | null;
}
interface Visit {
  usableMs: number;
  callsBefore: number;
  callsAfter: number;
}

/**
 * From the address to the moment at which a person can begin, in a browser that has never been here, on a processor slowed
 * four times. The page notes the moment itself: the element is there and the event loop has answered once more.
 */
export async function pages({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(options.growth[0]);
  const { seat, subject } = await Rehearsal.of(site, async (rehearsal) => {
    const { collectors } = await castOf(site, rehearsal, 1);
    const [one] = await subjectsOf(site, collectors.slice(0, 1), 1);
    return { seat: collectors[0]!, subject: one! };
  });
  const server = await startServer(site);
  const browser = await chromium.launch({ executablePath: process.env['RECOUP_CHROMIUM'], args: ARGUMENTS });
  const address = `http://127.0.0.1:${server.port}/`;
  const figures: Figure[] = [];
  for (const screen of screensOf(subject)) {
    const visits: Visit[] = [];
    for (let round = 0; round < options.rounds; round++)
      visits.push(await visit(browser, address, screen, screen.path === '' ? null : seat));
    figures.push(...judge(screen, visits));
  }
  await browser.close();
  await server.stop();
  return figures;
}

function screensOf({ caseId, externalId }: Subject): Screen[] {
  return [
    { what: 'sign-in', path: '', usable: 'form button[type=submit]', goalMs: 1_000 },
    { what: 'case list', path: '#/case/list', usable: '.ag-cell a[href^="#/task/"]', goalMs: 2_500 },
    { what: 'case page', path: `#/task/${caseId}/${externalId}`, usable: '.case-amount', goalMs: null },
  ];
}

function judge({ what, goalMs }: Screen, visits: readonly Visit[]): Figure[] {
  const load = `processor slowed ${SLOWED} times, nothing cached, ${visits.length} visits`;
  const usable = median(visits.map(({ usableMs }) => usableMs));
  const before = Math.max(...visits.map(({ callsBefore }) => callsBefore));
  const all = Math.max(...visits.map(({ callsAfter }) => callsAfter));
  const calls = `${before}, ${all} until it is quiet`;
  return [
    goalMs === null
      ? note(`pages: ${what} usable`, load, `${Math.round(usable)} ms`)
      : within(`pages: ${what} usable`, load, usable, goalMs),
    what === 'case page'
      ? holds(`pages: ${what}, calls until usable`, load, calls, `<= ${CALLS}`, before <= CALLS)
      : note(`pages: ${what}, calls until usable`, load, calls),
  ];
}

async function visit(browser: Browser, address: string, screen: Screen, seat: Seat | null): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'es-MX' });
  if (seat) await enter(context, address, seat);
  let tell: (at: number) => void = () => undefined;
  const moment = new Promise<number>((resolve) => (tell = resolve));
  await context.exposeFunction('tellMoment', (at: number) => tell(at));
  await context.addInitScript({ content: noteMoment(screen.usable) });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const calls: number[] = [];
  page.on('request', (request) => {
    if (/\/(api|prod)\//.test(request.url())) calls.push(performance.now());
  });
  await page.goto(address + screen.path, { waitUntil: 'commit' });
  const usableMs = await Promise.race([moment, failing(page, screen)]);
  const seenAt = performance.now();
  await page.waitForTimeout(QUIET_MS);
  await context.close();
  return { usableMs, callsBefore: calls.filter((at) => at <= seenAt).length, callsAfter: calls.length };
}

async function failing(page: Page, { what, usable }: Screen): Promise<never> {
  await page.waitForSelector(usable, { timeout: PATIENCE_MS });
  await page.waitForTimeout(PATIENCE_MS);
  throw new Error(`The ${what} did not say when it could be used`);
}

/** The session as the sign-in leaves it. */
async function enter(context: BrowserContext, address: string, { userId, token }: Seat): Promise<void> {
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

/** Runs in the page. */
function noteMoment(selector: string): string {
  return `
    (function look() {
      if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(look);
      setTimeout(() => window.tellMoment(performance.now()), 0);
    })();`;
}
