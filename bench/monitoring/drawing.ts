import type { Page } from '@playwright/test';
import { drawn, enter, heapOf, openChromium, type Drawn } from '../lib/browser.js';
import { startRemote } from '../lib/children.js';
import type { Benchmark } from '../lib/context.js';
import { count, holds, ms, type Figure } from '../lib/figures.js';
import { Rehearsal } from '../lib/rehearsal.js';
import { query, startServer, type Site } from '../lib/site.js';
import type { RecordOrder } from './record-producer.js';

const RATE = 200;
/** Rows that the page keeps (client/features/monitoring/feed-rows.ts), and the time until it has them. */
const KEPT = 2_000;
const FILL_S = KEPT / RATE + 5;
const LEAST_S = 10;
const LEAST_FRAMES = 55;
/** Share by which memory may grow over the whole time, however long: rows come and go in equal number. */
const FLAT = 0.05;

/** How often Chromium draws the feed while records come as the relay sends them, and whether it keeps more and more. */
export const feedDrawing: Benchmark = async ({ options, site: siteOf, say }) => {
  const site = await siteOf(options.growth[0]);
  const userId = site.portfolio.supervisor.id;
  const [token] = await Rehearsal.of(site, (rehearsal) => rehearsal.signIn([userId]));
  const institutionId = await institutionOf(site, userId);
  const server = await startServer(site);
  const producer = startRemote('monitoring/record-producer.js');
  await producer.call('open', { redisUrl: site.redisUrl });
  const url = `http://127.0.0.1:${server.port}`;
  const browser = await openChromium();
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await enter(page.context(), url, { userId, token: token! });
  await page.goto(`${url}/#/dataMonitoring`);
  await page.locator('.feed-state').waitFor();
  const produce = (seconds: number) =>
    producer.call<string>('produce', { institutionId, rate: RATE, seconds } satisfies RecordOrder);
  await isFirst(page, await produce(FILL_S));
  const before = await heapOf(page);
  const seconds = Math.max(options.seconds, LEAST_S);
  say(`${RATE} records a second for ${seconds} s`);
  const drawing = drawn(page, seconds);
  const last = await produce(seconds);
  const seen = await drawing;
  const right = (await isFirst(page, last)) && (await keptIn(page)) === KEPT;
  const after = await heapOf(page);
  await browser.close();
  await Promise.all([producer.stop(), server.stop()]);
  return judge(seconds, seen, right, { before, after });
};

function judge(
  seconds: number,
  { perSecond, longestMs }: Drawn,
  right: boolean,
  heap: { before: number; after: number },
): Figure[] {
  const load = `${RATE} records/s for ${seconds} s, ${count(KEPT)} rows kept`;
  const shown = `${perSecond.toFixed(1)} frames/s, longest ${ms(longestMs)}, ${right ? 'right' : 'WRONG'} at the end`;
  const growth = heap.after / heap.before - 1;
  const mb = (bytes: number) => (bytes / 1_048_576).toFixed(1);
  const memory = `${mb(heap.before)} MB, then ${mb(heap.after)} MB: ${(100 * growth).toFixed(1)} %`;
  const enough = perSecond >= LEAST_FRAMES && right;
  return [
    holds('feed in Chromium', load, shown, `>= ${LEAST_FRAMES}, right`, enough),
    holds('feed in Chromium: memory of its scripts', load, memory, `<= ${100 * FLAT} %`, growth <= FLAT),
  ];
}

async function institutionOf(site: Site, userId: number): Promise<number> {
  const [[found]] = await query(
    site.databaseUrl,
    async (connection) =>
      (await connection.query('SELECT institution_id AS id FROM user WHERE id = ?', [userId])) as unknown as [
        [{ id: number }],
      ],
  );
  return found.id;
}

/** Whether the newest record is the first row, a moment after it came. */
function isFirst(page: Page, detail: string): Promise<boolean> {
  const first = page.locator('.ag-row[row-index="0"]').filter({ hasText: detail });
  return first
    .first()
    .waitFor({ timeout: 5_000 })
    .then(() => true)
    .catch(() => false);
}

/** As the page itself says above its rows. */
async function keptIn(page: Page): Promise<number> {
  const rows = await page.locator('.feed [aria-rowcount]').first().getAttribute('aria-rowcount');
  // The head is a row of its own.
  return Number(rows) - 1;
}
