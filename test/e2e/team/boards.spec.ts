import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import type { Language } from '../../../contract/codes.js';
import type { BoardSeats } from '../../../contract/team/boards.js';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const tile = (page: Page, label: string) => page.locator('.board-tile').filter({ hasText: label });
const valueOf = (place: Locator) => place.locator('.board-tile-value').innerText();
const seats = (page: Page) => page.locator('.board-seats-grid .ag-row');

async function leaderAt(browser: Browser, language: Language = 'en'): Promise<Page> {
  const page = await enter(browser, account('leader'), { at: 'dashboard', language });
  await expect(seats(page).first()).toBeVisible();
  return page;
}

test('the slider leads back through the day by keys, and its address can be shared', async ({ browser }) => {
  const say = wordsOf('es');
  const page = await leaderAt(browser, 'es');
  const slider = page.getByRole('slider', { name: say('boards:slider.label') });
  await expect(slider).toHaveAttribute('aria-valuetext', say('boards:slider.live'));
  const recovered = tile(page, say('boards:tile.recovered')).locator('.board-tile-value');
  await expect(recovered).toContainText('$');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/at=\d\d%3A\d\d/);
  const minute = (await slider.getAttribute('aria-valuetext'))!;
  const stamp = page.locator('.board-stamp-still');
  await expect(stamp).toHaveText(say('boards:stamp.past', { time: minute }));
  await page.reload();
  await expect(slider).toHaveAttribute('aria-valuetext', minute);
  await expect(seats(page).first()).toBeVisible();
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/at=00%3A00/);
  await expect(recovered).toHaveText(/^\$\s?0[.,]00$/);
  await page.keyboard.press('End');
  await expect(page).not.toHaveURL(/at=/);
  await expect(stamp).toHaveCount(0);
});

test('a minute that no day has is refused with a word for it, and live is one press away', async ({
  browser,
}) => {
  const page = await leaderAt(browser);
  await page.goto('/#/dashboard?at=24:00');
  await expect(page.getByRole('alert')).toContainText('ends at midnight');
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await expect(seats(page).first()).toBeVisible();
});

test('device and product narrow the board, by an address that can be shared', async ({ browser }) => {
  const page = await leaderAt(browser);
  const settled = tile(page, 'Settled / bound cases');
  const bound = async () => Number((await valueOf(settled)).split('/')[1]!.replace(/\D/g, ''));
  const parts: number[] = [];
  // A tile shows the figure of the device before until its own has come, and the demo goes on meanwhile.
  await expect(async () => {
    await page.goto('/#/dashboard');
    await expect(tile(page, 'Recovered amount')).not.toContainText('of — target');
    await expect.poll(bound).toBeGreaterThan(0);
    const whole = await bound();
    parts.length = 0;
    for (const device of ['android', 'ios', 'web']) {
      await page.goto(`/#/dashboardInfo/all/${device}/all/all/all`);
      await expect(tile(page, 'Recovered amount')).toContainText('of — target');
      await expect.poll(() => valueOf(settled)).toMatch(/\d/);
      await expect(page.locator('.board-filters')).toContainText(new RegExp(device, 'i'));
      parts.push(await bound());
    }
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
  }).toPass({ timeout: 120_000 });
  await page.getByRole('combobox', { name: 'All products' }).click();
  const option = page.locator('.ant-select-item-option').first();
  const product = (await option.innerText()).trim();
  await option.click();
  await expect(page).toHaveURL(new RegExp(`/dashboardInfo/all/web/${encodeURIComponent(product)}/all/all`));
  await expect.poll(bound).toBeLessThanOrEqual(parts[2]!);
});

test('the uncovered cases are an alarm that leads to their list', async ({ browser }) => {
  const page = await leaderAt(browser);
  const alarm = tile(page, 'Uncovered cases');
  await expect(alarm).toHaveClass(/board-tile-alarm/);
  const count = Number((await valueOf(alarm)).replace(/\D/g, ''));
  const answered = page.waitForResponse(/allocation\/uncovered/);
  await alarm.getByRole('link', { name: 'Show them' }).click();
  const { data } = (await (await answered).json()) as { data: { totalCount: number } };
  expect(data.totalCount).toBe(count);
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
});

test('a board that is paused stands still until it goes on', async ({ browser }) => {
  const page = await leaderAt(browser);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.locator('.board-stamp-still')).toContainText('paused at');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('.board-stamp-fresh')).toBeVisible();
});

test('a supervisor compares teams side by side', async ({ browser }) => {
  const page = await enter(browser, account('supervisor'), { at: 'dashboard' });
  await page.getByRole('link', { name: 'Compare teams' }).click();
  const cards = page.locator('.team-card:has(.team-card-amount)');
  const chips = page.getByRole('group', { name: 'Teams to compare' }).getByRole('button');
  await expect(chips.nth(1)).toBeVisible();
  const all = await chips.count();
  await expect(cards).toHaveCount(all);
  await chips.first().click();
  await expect(page).toHaveURL(/teams=/);
  await expect(cards).toHaveCount(all - 1);
  const name = (await cards.first().getByRole('link').innerText()).trim();
  await cards.first().getByRole('link').click();
  await expect(page.locator('.board-bar')).toContainText(name);
});

const WALLS = [
  { width: 1600, height: 900 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];

test('a wall shows 10 to 40 seats without scrolling', async ({ browser }) => {
  const page = await leaderAt(browser);
  let count = 0;
  // The team's own seats, as often as it takes: the demo has no team of forty.
  await page.route(/dashboard\/personal/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: BoardSeats };
    const rows = Array.from({ length: count }, (_, index) => {
      const row = body.data.rows[index % body.data.rows.length]!;
      return { ...row, collectorId: 1_000_000 + index, ranking: index + 1 };
    });
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, rows } } });
  });
  for (count of [10, 17, 40])
    for (const size of WALLS) {
      await page.setViewportSize(size);
      await page.goto('/#/dashboard?wall=1');
      await page.reload();
      await expect(seats(page)).toHaveCount(count);
      const hidden = () =>
        page.locator('.board-seats-grid').evaluate((place) => {
          const box = place.getBoundingClientRect();
          return [...place.querySelectorAll('.ag-row, .ag-header-cell')].filter((row) => {
            const { top, bottom, left, right } = row.getBoundingClientRect();
            return (
              top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1 || right > box.right + 1
            );
          }).length;
        });
      await expect.poll(hidden).toBe(0);
      const overflow = () =>
        page.evaluate<boolean>('document.documentElement.scrollHeight > window.innerHeight');
      expect(await overflow()).toBe(false);
    }
  await page.unrouteAll({ behavior: 'wait' });
});
