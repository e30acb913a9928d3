import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { recordedCall } from '../support/calls.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

test('a recording is played by keys, and nothing scrolls sideways', async ({ browser }) => {
  const say = wordsOf('es');
  const page = await enter(browser, account('member'), { language: 'es' });
  const { taskId, loanItemId } = await recordedCall(page);
  await page.goto(`/#/task/${taskId}/${loanItemId}?tab=calls`);
  const list = page.getByRole('list', { name: say('calls:list.label') });
  const call = list.getByRole('listitem').filter({ has: page.getByRole('button') });
  await call.first().getByRole('button').press('Enter');
  const slider = page.getByRole('slider', { name: say('recordings:place') });
  await expect(slider).toHaveAttribute('aria-valuetext', /\d:\d\d \/ \d:(?!00)\d\d/);
  const length = Number(await slider.getAttribute('aria-valuemax'));
  const pause = page.getByRole('button', { name: say('recordings:pause') });
  // It begins by itself.
  await expect(pause).toBeVisible();
  await slider.press(' ');
  await expect(pause).toHaveCount(0);
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuenow', String(length));
  // Chromium ends at once what begins to play while it still seeks from the end.
  await expect(async () => {
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuenow', '0');
    await slider.press(' ');
    await expect(pause).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', String(Math.min(length, 5)));
  await page.getByRole('button', { name: say('recordings:speed', { speed: 1 }) }).press('Enter');
  await expect(page.getByRole('button', { name: say('recordings:speed', { speed: 1.25 }) })).toBeFocused();
  await page.getByRole('button', { name: say('recordings:skip') }).press('Enter');
  await expect(page.getByRole('button', { name: say('recordings:skip'), pressed: true })).toBeFocused();
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.locator('.case-centre .rows').evaluate(overflows)).toEqual([]);
  }
});

test('a leader notes what is heard at a second, and the link to it leads there', async ({ browser }) => {
  const say = wordsOf('en');
  const page = await enter(browser, account('leader'));
  const { callId } = await recordedCall(page);
  await page.goto(`/#/recording/${callId}`);
  const slider = page.getByRole('slider', { name: say('recordings:place') });
  await expect(slider).toBeVisible();
  await slider.press('End');
  const second = Number(await slider.getAttribute('aria-valuemax'));
  const text = `Heard at the end, ${Date.now()}`;
  const field = page.getByRole('textbox', { name: say('recordings:note.at', { time: minutesOf(second) }) });
  await field.fill(text);
  await field.press('Enter');
  const note = page.getByRole('listitem').filter({ hasText: text });
  await note.getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/recording/${callId}\\?at=${second}$`));
  await page.reload();
  await expect(slider).toHaveAttribute('aria-valuenow', String(second));
  await slider.press('Home');
  // A recording that does not come is asked for again.
  await page.route('**/downLoadVoice*', (route) => route.abort());
  await slider.press(' ');
  await expect(page.getByText(say('recordings:broken'))).toBeVisible();
  await page.unroute('**/downLoadVoice*');
  await page.getByRole('button', { name: say('common:action.retry') }).press('Enter');
  // It goes on where it broke off, not where the link led to.
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^0:00 / ${minutesOf(second)}$`));
  await slider.press(' ');
  await expect(page.getByRole('button', { name: say('recordings:pause') })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: say('recordings:listens.title') })).toContainText(
    account('leader').name,
  );
});

const minutesOf = (second: number) => `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;

/** Elements that are wider than their place. */
function overflows(column: { querySelectorAll: (all: string) => Iterable<Box> }): string[] {
  return [...column.querySelectorAll('*')]
    .filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1)
    .map(({ className }) => String(className));
}
interface Box {
  scrollWidth: number;
  clientWidth: number;
  className: unknown;
}
