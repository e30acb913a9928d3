import type { Browser, BrowserContext, Page } from '@playwright/test';
import { enter, openChromium } from './lib/browser.js';
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
const FIRST_CASE = '.ag-cell a[href^="#/task/"]';
const CASE_SHOWN = '.case-amount';

interface Screen {
  what: string;
  path: string;
  /** There when a person can begin. */
  usable: string;
  goalMs: number | null;
}
interface Calls {
  callsBefore: number;
  callsAfter: number;
}
interface Visit extends Calls {
  usableMs: number;
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
  const browser = await openChromium();
  const address = `http://127.0.0.1:${server.port}/`;
  const figures: Figure[] = [];
  for (const screen of screensOf(subject)) {
    const visits: Visit[] = [];
    for (let round = 0; round < options.rounds; round++)
      visits.push(await visit(browser, address, screen, screen.path === '' ? null : seat));
    figures.push(...judge(screen, visits));
  }
  const opened: Calls[] = [];
  for (let round = 0; round < options.rounds; round++)
    opened.push(await openFromList(browser, address, seat));
  figures.push(judgeOpened(opened));
  await browser.close();
  await server.stop();
  return figures;
}

function screensOf({ caseId, externalId }: Subject): Screen[] {
  return [
    { what: 'sign-in', path: '', usable: 'form button[type=submit]', goalMs: 1_000 },
    { what: 'case list', path: '#/case/list', usable: FIRST_CASE, goalMs: 2_500 },
    { what: 'case page', path: `#/task/${caseId}/${externalId}`, usable: CASE_SHOWN, goalMs: null },
  ];
}

function judge({ what, goalMs }: Screen, visits: readonly Visit[]): Figure[] {
  const load = `processor slowed ${SLOWED} times, nothing cached, ${visits.length} visits`;
  const usable = median(visits.map(({ usableMs }) => usableMs));
  return [
    goalMs === null
      ? note(`pages: ${what} usable`, load, `${Math.round(usable)} ms`)
      : within(`pages: ${what} usable`, load, usable, goalMs),
    note(`pages: ${what}, calls until usable`, load, callsOf(visits).text),
  ];
}

/** The frame's own calls are made once, at the sign-in: the goal is about those that each case costs. */
function judgeOpened(opened: readonly Calls[]): Figure {
  const { most, text } = callsOf(opened);
  const load = `processor slowed ${SLOWED} times, ${opened.length} cases opened from the list`;
  return holds(
    'pages: case page from the list, calls until usable',
    load,
    text,
    `<= ${CALLS}`,
    most <= CALLS,
  );
}

function callsOf(visits: readonly Calls[]): { most: number; text: string } {
  const most = Math.max(...visits.map(({ callsBefore }) => callsBefore));
  const all = Math.max(...visits.map(({ callsAfter }) => callsAfter));
  return { most, text: `${most}, ${all} until it is quiet` };
}

async function visit(browser: Browser, address: string, screen: Screen, seat: Seat | null): Promise<Visit> {
  const { context, page } = await slowTab(browser, address, seat);
  let tell: (at: number) => void = () => undefined;
  const moment = new Promise<number>((resolve) => (tell = resolve));
  await context.exposeFunction('tellMoment', (at: number) => tell(at));
  await context.addInitScript({ content: noteMoment(screen.usable) });
  const calls = callTimes(page);
  await page.goto(address + screen.path, { waitUntil: 'commit' });
  const usableMs = await Promise.race([moment, failing(page, screen)]);
  const seenAt = performance.now();
  await page.waitForTimeout(QUIET_MS);
  await context.close();
  return { usableMs, callsBefore: calls.filter((at) => at <= seenAt).length, callsAfter: calls.length };
}

/** The list's first case, opened by its link when the list has come to rest. */
async function openFromList(browser: Browser, address: string, seat: Seat): Promise<Calls> {
  const { context, page } = await slowTab(browser, address, seat);
  await page.goto(`${address}#/case/list`, { waitUntil: 'commit' });
  const link = page.locator(FIRST_CASE).first();
  await link.waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(QUIET_MS);
  const calls = callTimes(page);
  await link.click();
  await page.waitForSelector(CASE_SHOWN, { timeout: PATIENCE_MS });
  const callsBefore = calls.length;
  await page.waitForTimeout(QUIET_MS);
  await context.close();
  return { callsBefore, callsAfter: calls.length };
}

async function slowTab(
  browser: Browser,
  address: string,
  seat: Seat | null,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'es-MX' });
  if (seat) await enter(context, address, seat);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  return { context, page };
}

/** When each call went out, from here on. */
function callTimes(page: Page): number[] {
  const calls: number[] = [];
  page.on('request', (request) => {
    if (/\/(api|prod)\//.test(request.url())) calls.push(performance.now());
  });
  return calls;
}

async function failing(page: Page, { what, usable }: Screen): Promise<never> {
  await page.waitForSelector(usable, { timeout: PATIENCE_MS });
  await page.waitForTimeout(PATIENCE_MS);
  throw new Error(`The ${what} did not say when it could be used`);
}

/** Runs in the page. */
function noteMoment(selector: string): string {
  return `
    (function look() {
      if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(look);
      setTimeout(() => window.tellMoment(performance.now()), 0);
    })();`;
}
