import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const say = wordsOf('en');
const go = (page: Page, path: string) => page.evaluate<void>(`location.hash = '#${path}'`);

/** The rows of a list, read by the page's own session. */
async function listed<Row>(page: Page, path: string): Promise<Row[]> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')!.value;
  const answer = await page.request.get(`/api/${path}`, { headers: { 'x-auth-token': token } });
  return ((await answer.json()) as { data: { result: Row[] } }).data.result;
}

interface Route {
  path: string;
  narrows?: readonly string[];
}
/** The client is compiled for browsers: only Playwright's own loader reads it. */
const ROUTER: string = '../../../client/app/router.js';

/** Every parameter that names a thing, with an address before and after it changed. */
function changesOf({ path, narrows = [] }: Route): { from: string; to: string }[] {
  const address = (other?: string) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => (name === other ? '2' : '1'));
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return names
    .filter((name) => !narrows.includes(name))
    .map((name) => ({ from: address(), to: address(name) }));
}

test('another id in the address mounts the page anew, on every route with one', async ({ browser }) => {
  const page = await enter(browser, account('supervisor'));
  const shown = page.locator('#main > *').first();
  const { ROUTES } = (await import(ROUTER)) as { ROUTES: readonly Route[] };
  const changes = ROUTES.flatMap(changesOf);
  expect(changes.length).toBeGreaterThan(20);
  /** Goes there, and waits until what was shown is gone: the address changes before the page does. */
  const goFrom = async (path: string) => {
    await expect(shown).toBeVisible();
    const before = await shown.elementHandle();
    await go(page, path);
    await expect.poll(() => before!.evaluate((node) => node.isConnected)).toBe(false);
    await expect(shown).toBeVisible();
  };
  for (const { from, to } of changes)
    await test.step(`${from} to ${to}`, async () => {
      await goFrom(from);
      await expect(page).toHaveURL(new RegExp(`#${from}$`));
      await goFrom(to);
    });
});

test('a recording and a sample play the call of their address after it has changed', async ({ browser }) => {
  const page = await enter(browser, account('supervisor'));
  const calls = await listed<{ callId: number; recording: boolean }>(
    page,
    'softPhone/callRecordList?size=100',
  );
  const samples = await listed<{ id: number; callId: number }>(page, 'quality/samples?size=100');
  const recorded = calls.filter(({ recording }) => recording).map(({ callId }) => callId);
  const pages = [
    ...recorded.slice(0, 2).map((callId) => ({ path: `/recording/${callId}`, callId })),
    ...samples.slice(0, 2).map(({ id, callId }) => ({ path: `/quality/sample/${id}`, callId })),
  ];
  expect(new Set(pages.map(({ callId }) => callId)).size).toBeGreaterThanOrEqual(3);
  const play = page.getByRole('button', { name: say('recordings:play'), exact: true });
  for (const { path, callId } of pages)
    await test.step(path, async () => {
      const sound = page.waitForRequest(new RegExp(`downLoadVoice\\?callId=${callId}&`));
      await go(page, path);
      const download = page.getByRole('link', { name: say('recordings:download') });
      await expect(download).toHaveAttribute('href', new RegExp(`callId=${callId}&`));
      await play.press('Enter');
      await sound;
    });
});
