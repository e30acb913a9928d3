import type { Page } from '@playwright/test';
import type { BoardRow, BoardSeats } from '../../contract/team/boards.js';
import { drawn, enter, openChromium, type Drawn } from '../lib/browser.js';
import type { Benchmark } from '../lib/context.js';
import { startRemote } from '../lib/children.js';
import { count, holds, ms, type Figure } from '../lib/figures.js';
import { sessionHeaders } from '../lib/http-connection.js';
import { Rehearsal } from '../lib/rehearsal.js';
import { startServer } from '../lib/site.js';
import type { FrameOrder } from './frame-producer.js';
import { SEATS, seatTeams } from './seats.js';

const RATES = [1_000, 10_000];
const LEAST = 55;
const SORT_MS = 1_000;

/** How often Chromium draws a board of 2,000 seats that is put in order each second, while frames as the relay's come. */
export const boardDrawing: Benchmark = async ({ options, site: siteOf }) => {
  const site = await siteOf(options.growth[0]);
  const [groupId] = await seatTeams(site, 1);
  const supervisor = site.portfolio.supervisor.id;
  const [token] = await Rehearsal.of(site, (rehearsal) => rehearsal.signIn([supervisor]));
  const server = await startServer(site);
  const producer = startRemote('board/frame-producer.js');
  await producer.call('open', { redisUrl: site.redisUrl });
  const url = `http://127.0.0.1:${server.port}`;
  const rows = await seatsOf(url, token!, groupId!);
  const browser = await openChromium();
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await enter(page.context(), url, { userId: supervisor, token: token! });
  await page.goto(`${url}/#/dashboard?groupId=${groupId}`);
  await page.locator('.ag-row').first().waitFor();
  const figures: Figure[] = [];
  const seconds = Math.max(options.seconds, 10);
  for (const rate of RATES) {
    // Put in order as a reader would.
    const drawing = drawn(page, seconds, { everyMs: SORT_MS, script: PUT_IN_ORDER });
    const order: FrameOrder = { groupId: groupId!, rows, rate, seconds };
    const best = await producer.call<BoardRow>('produce', order);
    figures.push(judge(rate, seconds, await drawing, await isFirst(page, best)));
  }
  await browser.close();
  await Promise.all([producer.stop(), server.stop()]);
  return figures;
};

function judge(rate: number, seconds: number, { perSecond, longestMs }: Drawn, right: boolean): Figure {
  const load = `${count(SEATS)} seats, ${count(rate)} updates/s for ${seconds} s, sorted each second`;
  const shown = `${perSecond.toFixed(1)} frames/s, longest ${ms(longestMs)}, ${right ? 'right' : 'WRONG'} at the end`;
  return holds('board in Chromium', load, shown, `>= ${LEAST}, right`, perSecond >= LEAST && right);
}

async function seatsOf(url: string, token: string, groupId: number): Promise<BoardRow[]> {
  const answer = await fetch(`${url}/api/dashboard/personal?groupId=${groupId}`, {
    headers: sessionHeaders(token),
  });
  return ((await answer.json()) as { data: BoardSeats }).data.rows;
}

/** Whether the seat that recovered most is the first row, once the board is put in order. */
async function isFirst(page: Page, best: BoardRow): Promise<boolean> {
  await page.evaluate(PUT_IN_ORDER);
  const first = page.locator('.ag-row[row-index="0"]').filter({ hasText: best.name });
  return first
    .first()
    .waitFor({ timeout: 5_000 })
    .then(() => true)
    .catch(() => false);
}

// In the page, so it is text: there is no document here.
const PUT_IN_ORDER = "document.querySelector('.pending-chip')?.click()";
