import { expect, type Browser, type Locator, type Page, type Response } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { CALL_OUTCOMES } from '../../../contract/contact/call-results.js';
import { account } from '../support/accounts.js';
import { announce } from '../support/announcing.js';
import { enter, openBrowser } from '../support/browsers.js';
import * as collector from '../support/collector.js';
import { payAtTheBank, payByReference } from '../support/rails.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

/** A collector's shift from the list to the statistics' file and out. */

const say = wordsOf('es');

const HEADERS = /^Préstamo,ID de usuario,Nombre,/;
const OUTCOMES = CALL_OUTCOMES.filter(({ callStatus }) => callStatus === 'CONNECTED');
/** A code for 70.25 pesos, a deduction of 30.50, a transfer of 12.34. */
const [BY_CODE, BY_CARD, BY_TRANSFER] = [7_025, 3_050, 1_234];

test("a collector's shift", async ({ browser }) => {
  const page = await openBrowser(browser, 'es', account('member'));
  const listed = page.waitForResponse(/\/api\/task\/listing/);
  await page.goto('/#/case/list');
  await test.step('the list stands by priority', async () => byPriority(page, await listed));
  const loan = await test.step('the keyboard leads into a case and back', () =>
    collector.walkToCallable(page));
  const borrower = await page.locator('.case-name').innerText();
  const caseUrl = new URL(page.url()).hash.split('?')[0]!;
  await test.step('who may be called, how often, and who may not', () => contactsTell(page));
  await test.step('calls', () => callAndHangUp(page));
  await test.step('the form fits a small screen', () => fitsSmallScreen(page));
  await test.step('the focus follows the choice', () => chooseByKeys(page));
  await test.step('records a promise', () => recordPromise(page, loan));
  await page.goto(`/${caseUrl}`);
  await test.step('the promise stands', () => expectPromise(page));
  await test.step('sends a message', () => sendMessage(page));
  await test.step('gives a code, which is paid by', () => payByCode(page, `/${caseUrl}`));
  await test.step('deducts a part', () => deductPart(page));
  await test.step('a transfer arrives', () => receiveTransfer(page, loan));
  await test.step('reads the announcements', () => readAnnouncements(page));
  await test.step('exports the statistics', () => exportStatistics(page, borrower));
  await test.step('works on beyond the first page of what a link shows', () => workOn(page));
  await test.step('a leader follows a seat into its list', () => followSeat(browser));
  await test.step('signs out', () => signOut(page));
});

async function byPriority(page: Page, listed: Response): Promise<void> {
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await expect(page.locator('.ag-header-cell[col-id=priority]')).toHaveAttribute('aria-sort', 'descending');
  const { data } = (await listed.json()) as { data: { result: { loanId: string }[] } };
  const served = data.result.map(({ loanId }) => loanId);
  await expect.poll(() => collector.loansInOrder(page)).toEqual(served);
}

async function callAndHangUp(page: Page): Promise<void> {
  const panel = page.locator('.call-panel');
  const states = await collector.watchCall(page);
  await page.keyboard.press('c');
  await expect(panel.getByRole('status')).toHaveText(say('calls:state.ANSWERED'));
  await expect(panel.locator('.call-line .figure')).toHaveText(/^0:0[1-9]$/);
  await page.keyboard.press('1');
  await expect(page.locator('.case-page')).toBeVisible();
  await panel.locator('.call-button-end').press('Enter');
  await expect(panel.getByRole('status')).toHaveText(say('calls:state.ENDED'));
  await expect(panel).toContainText(say('calls:by.AGENT'));
  expect(await states()).toEqual(['REQUESTED', 'RINGING', 'ANSWERED', 'ENDED']);
  const chosen = page.locator('.case-choices-four [aria-pressed=true]').first();
  await expect(chosen).toHaveText(say('codes:call-status.CONNECTED'));
}

/** Limits beside the head; what reaches somebody whom the guard forbids says why, and the keyboard comes to it. */
async function contactsTell(page: Page): Promise<void> {
  const limits = page.locator('.guard-limits');
  await expect(limits).toHaveText(
    new RegExp(say('guard:limits', { day: '\\d+', dayLimit: '\\d+', week: '\\d+', weekLimit: '\\d+' })),
  );
  const forbidden = page.locator('.case-contact-tools [aria-disabled=true]');
  for (const tool of await forbidden.all()) {
    await expect(tool).toHaveAccessibleName(/: ./);
    await tool.focus();
    await expect(tool).toBeFocused();
  }
  await page.locator('.case-contact-on .case-contact-button').focus();
}

/** Enter presses what the key has chosen, and not what was chosen before; what cannot be saved is told in sight. */
async function chooseByKeys(page: Page): Promise<void> {
  const chosen = page.locator('[data-result][aria-pressed=true]');
  await page.keyboard.press('r');
  await page.keyboard.press('7');
  await expect(chosen).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveAttribute('aria-keyshortcuts', '7');
  const late = OUTCOMES.findIndex(({ followUp }) => followUp) + 1;
  await page.keyboard.press(String(late));
  await page.keyboard.press('Control+Enter');
  const problem = page.locator('.case-field', { has: page.locator('.case-problem') });
  await expect(problem).toContainText(say('case:form.follow-up'));
  await expect(problem.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  await expect(problem.locator(':focus')).toHaveCount(1);
  await page.locator('[data-result]').first().focus();
}

/** The usual results, the follow-up and the notes are all in sight at 1280 x 800. */
async function fitsSmallScreen(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 800 });
  const hidden = await page
    .locator('.case-form-body')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}

/** A digit for the result, Ctrl+Enter to save and go on, Esc to the row of the case that came next. */
async function recordPromise(page: Page, loan: string): Promise<void> {
  const place = page.locator('.list-place .figure');
  const next = await page.locator('a.list-step').last().getAttribute('href');
  await page.keyboard.press('1');
  const promised = page.locator('[data-result][aria-pressed=true]');
  await expect(promised).toContainText(say('codes:collection-result.CR10'));
  await expect(page.locator('input[name=promiseAmount]')).toBeVisible();
  const before = await place.innerText();
  await page.keyboard.press('Control+Enter');
  await expect(place).not.toHaveText(before);
  expect(page.url()).toContain(next);
  const nextLoan = decodeURIComponent(next!.split('?')[0]!.split('/').at(-1)!);
  expect(nextLoan).not.toBe(loan);
  await collector.backToRow(page, nextLoan);
}

async function expectPromise(page: Page): Promise<void> {
  const who = page.locator('.case-who');
  await expect(who).toContainText(say('codes:case-status.C20'));
  await expect(who.locator('.case-promise')).toContainText(say('codes:promise-status.OPEN'));
}

/** Written and sent without the mouse; its state moves by itself. */
async function sendMessage(page: Page): Promise<void> {
  await expect(page.locator('.case-contact-on .guard-light')).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.locator('#sms-template')).toBeFocused();
  const entries = page.locator('.sms-entry');
  await page.locator('.sms-form button[type=submit]:enabled').press('Enter');
  const sent = entries.first();
  await expect(sent).toContainText(account('member').name);
  await expect(sent).toContainText(say('messages:status.DELIVERED'));
}

async function payByCode(page: Page, caseUrl: string): Promise<void> {
  await page.goto(`${caseUrl}?tab=codes`);
  const spei = page.getByRole('region', { name: say('codes:pay-channel.SPEI') });
  const form = page.locator('.repay > .repay-form');
  // The demo may have asked for a code of this case just before it started: its cool-down refuses the next one.
  await expect(spei.locator('strong, p')).not.toHaveCount(0);
  await expect(spei.locator('button:disabled')).toHaveCount(0, { timeout: 130_000 });
  await form.locator('.repay-amount input, input.repay-amount').fill(String(BY_CODE / 100));
  await form.locator('button[type=submit]').click();
  await confirm(page);
  // The case may have an older code, for all that is due.
  const digits = spei.locator('.code-view', { hasText: String(BY_CODE / 100) }).locator('.code-digits');
  await expect(digits).toHaveText(/^(\d *){18}$/);
  const reference = (await digits.innerText()).replace(/\D/g, '');
  await changesBy(page, BY_CODE, () => payByReference(reference));
  const history = page.locator('.repay .small-table tbody tr').first();
  await expect(history).toContainText(say('repayment:status.PAID'));
}

async function deductPart(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: say('repayment:deduct.title') });
  await card.locator('.repay-amount input, input.repay-amount').fill(String(BY_CARD / 100));
  await changesBy(page, BY_CARD, async () => {
    await card.locator('button[type=submit]').click();
    await confirm(page);
  });
  await expect(card.locator('.repay-log li').first()).toContainText(say('repayment:deduct.status.2'));
}

/** The second step of a money act. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.locator('.ant-modal-confirm');
  await dialog.locator('.ant-btn-primary').click();
  await expect(dialog).toBeHidden();
}

/** While the case is open and nobody touches it. */
function receiveTransfer(page: Page, loan: string): Promise<void> {
  return changesBy(page, BY_TRANSFER, () => payAtTheBank(loan, BY_TRANSFER));
}

async function changesBy(page: Page, amount: number, act: () => Promise<unknown>): Promise<void> {
  const due = await collector.dueOf(page);
  await act();
  await expect.poll(() => collector.dueOf(page)).toBe(due - amount);
}

/** They come while she works. */
async function readAnnouncements(page: Page): Promise<void> {
  await announce(['Pedro Gil', 'Ana Ruiz']);
  const bar = page.locator('.announcement-bar');
  await expect(bar).toBeVisible();
  // One that comes once the last was read is read like the others.
  await expect(async () => {
    if (await bar.isVisible()) await readThem(page, bar);
    await expect(bar).toBeHidden({ timeout: 1_000 });
  }).toPass();
}

async function readThem(page: Page, bar: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: say('announcements:dialog.title') });
  // A try that failed may have left it open, and it lies over the bar.
  if (!(await dialog.isVisible()))
    await bar.getByRole('button', { name: say('announcements:bar.view') }).click();
  const position = dialog.locator('.announcement-position');
  await expect(position).toHaveText(/^\d+\/\d+$/);
  const places = async () => (await position.innerText()).split('/').map(Number) as [number, number];
  // One that is published meanwhile joins the others.
  for (let [at, total] = await places(); at < total; [at, total] = await places()) {
    await dialog.getByRole('button', { name: say('announcements:dialog.next') }).click();
    await expect(position).toHaveText(new RegExp(`^${at + 1}/`));
  }
  await dialog.getByRole('button', { name: say('announcements:dialog.attention') }).click();
  await expect(dialog).toBeHidden();
}

/** The payments of this borrower today stand in it, in pesos. */
async function exportStatistics(page: Page, borrower: string): Promise<void> {
  await page.locator('a[href="#/statistics"]').click();
  await expect(page.locator('.ag-row').first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: say('lists:export') }).click();
  const file = readFileSync(await (await downloading).path(), 'utf8').replace(/^\uFEFF/, '');
  expect(file).toMatch(HEADERS);
  const rows = parse(file) as string[][];
  expect(rows.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  const paid = rows.filter((row) => row[2] === borrower).map((row) => row[6]);
  for (const amount of [BY_CODE, BY_CARD, BY_TRANSFER]) expect(paid).toContain((amount / 100).toFixed(2));
}

/** The menu's link holds the list to a state, says so, and the way goes on through all of it. */
async function workOn(page: Page): Promise<void> {
  await page.locator('a[href="#/case/list?group=newCollection"]').click();
  await expect(page.locator('.filter-chip')).toContainText(say('codes:case-group.newCollection'));
  const rows = page.locator('.ag-row a[href^="#/task/"]');
  await expect(rows).toHaveCount(15);
  const last = (await collector.loansInOrder(page)).at(-1)!;
  await rows.filter({ hasText: last }).click();
  const place = page.locator('.list-place .figure');
  await expect(place).toHaveText(/\b15\b/);
  const [, total] = (await place.innerText()).match(/\d+/g)!;
  await page.locator('.list-place button').last().press('Enter');
  await expect(place).toHaveText(say('common:place.of', { at: 16, of: total! }));
}

/** The chip says whose cases these are, counts and lane are his alone, and without the chip the team's are back. */
async function followSeat(browser: Browser): Promise<void> {
  const page = await enter(browser, account('leader'), { language: 'es' });
  const due = page.locator('.quick-filters > button').nth(1).locator('.quick-count');
  const lane = page.locator('.due-lane a');
  await expect(due).toHaveText(/^\d+$/);
  const ofTeam = Number(await due.innerText());
  await page.goto('/#/dashboard');
  const { name } = account('member');
  await page.locator('.seat-name a[href*=ownerId]', { hasText: name }).click();
  const chip = page.locator('.filter-chip');
  await expect(chip).toContainText(`${say('cases:column.ownerName')} ${name}`);
  await expect(page.locator('.ag-cell[col-id=ownerName]').first()).toHaveText(name);
  await expect.poll(async () => Number(await due.innerText())).toBeLessThan(ofTeam);
  // Work that is due within half an hour is in the lane as well.
  const ofSeat = Number(await due.innerText());
  await expect.poll(() => lane.count()).toBeGreaterThanOrEqual(Math.min(ofSeat, 12));
  await chip.press('Enter');
  await expect(chip).toHaveCount(0);
  await expect(page).toHaveURL(/#\/case\/list$/);
  await expect.poll(async () => Number(await due.innerText())).toBe(ofTeam);
  await page.context().close();
}

async function signOut(page: Page): Promise<void> {
  await page.locator('.header-button').last().click();
  await page.locator('.ant-dropdown-menu-item').last().click();
  await expect(page).toHaveURL(/#\/login$/);
  const kept = await page.evaluate<object>(
    '({ local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie })',
  );
  expect(kept).toEqual({ local: { lang: 'es' }, session: {}, cookies: '' });
  await page.goto('/#/case/list');
  await expect(page).toHaveURL(/#\/login$/);
}
