import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import * as collector from '../support/collector.js';
import { expectFits } from '../support/fits.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const say = wordsOf('es');
/** Fields of a debt that the row of the list has not. */
const OF_DEBT = /"(principal|contractAmount|receivableAmount|penaltyInterest|notYetDueAmount|dueAmount)"/;

/** @returns what the browser received since, by responses and by its socket */
function listenTo(page: Page): () => Promise<string[]> {
  const answers: Promise<string>[] = [];
  const frames: string[] = [];
  page.on('response', (answer) => answers.push(answer.text().catch(() => '')));
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return async () => [...(await Promise.all(answers)), ...frames];
}

test('who answers is said by one key before anything of the debt is there', async ({ browser }) => {
  const page = await enter(browser, account('member'), { language: 'es' });
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  const loan = await collector.openCallable(page);
  await page.keyboard.press('c');
  const panel = page.locator('.call-panel');
  await expect(page.getByRole('heading', { level: 1, name: say('calls:who.title') })).toBeVisible();
  await expect(page.locator('.case-page')).toHaveCount(0);
  // A page that is loaded anew reads nothing of it either.
  const received = listenTo(page);
  await page.reload();
  await expect(panel).toHaveAttribute('data-state', 'ANSWERED');
  const view = page.locator('.who-answers');
  await expect(view.getByText(say('calls:who.keys'))).toBeVisible();
  await expect(view).not.toContainText(loan);
  await expect(view).not.toContainText('$');
  await expectNothing(page, 'who answers');
  await expectFits(page, 'who answers');
  const before = await received();
  expect(before.length).toBeGreaterThan(5);
  expect(before.filter((text) => OF_DEBT.test(text))).toEqual([]);
  await page.keyboard.press('2');
  await expect(page.locator('.case-page')).toBeVisible();
  const reminder = page.getByText(say('calls:who.only'));
  await expect(reminder).toBeVisible();
  // Whole: a collector reads it out of the corner of an eye.
  expect(await reminder.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
  await expect.poll(async () => (await received()).some((text) => OF_DEBT.test(text))).toBe(true);
  await panel.locator('.call-button-end').press('Enter');
  await expect(panel.getByRole('status')).toHaveText(say('calls:state.ENDED'));
});
