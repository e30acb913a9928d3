import { expect, type Browser, type Page } from '@playwright/test';
import { addDays } from '../../../contract/shared/date.js';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { CASES, SEATS, type Team, teamOf, today, watchTexts, weeksOf } from '../support/planning.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

/** A leader's day from the seat schedule to a minute that is over, beside a collector. */

const say = wordsOf('es');

const MOVED = 2;
const MOST_TRIED = 4;
const MOST_MINUTES = 60;

interface Collector {
  page: Page;
  /** Toasts shown over the page since the sign-in. */
  notices: () => Promise<string[]>;
}

test("a leader's day", async ({ browser }) => {
  const page = await enter(browser, account('leader'), { language: 'es' });
  const collector = await takerOf(browser);
  const team = await teamOf(page, account('member').name);
  await test.step('uploads the schedule', () => upload(page, team));
  await test.step('sees what the days will be', () => predicted(page, team));
  const before = await test.step('sees the team', () => seatOf(page));
  const { loans, times } = await test.step('hands out', () => handOut(page, collector, team));
  await test.step('sees it on the board', () => expectBound(page, before.bound + times * MOVED));
  await test.step('opens the seat down to a case', () => followSeat(page, loans));
  await test.step('looks back and comes back', () => lookBack(page, before));
  await test.step('ends the rest', () => endRest(page, team));
});

async function takerOf(browser: Browser): Promise<Collector> {
  const page = await enter(browser, account('member'), { language: 'es' });
  await expect(newCases(page)).toHaveText(/^\d+$/);
  return { page, notices: await watchTexts(page, '.ant-message [role=status]') };
}

const newCases = (page: Page) => page.locator('a[href="#/case/list?group=newCollection"] .menu-count');
const counted = async (page: Page) => Number(await newCases(page).innerText());

async function upload(page: Page, team: Team): Promise<void> {
  await page.goto('/#/seatingSchedule');
  const { file, counts } = weeksOf(team);
  await expect(page.getByRole('button', { name: say('schedules:upload') })).toBeVisible();
  await page.getByLabel(say('schedules:file')).setInputFiles(file);
  const result = page.locator('.schedule-result');
  await expect(result).toHaveAttribute('data-status', 'APPLIED');
  const applied = new RegExp(say('schedules:applied', { ...counts, changed: '\\d+' }));
  await expect(result.getByRole('status')).toHaveText(applied);
}

/** Today one of the queue's two rests; tomorrow both are there. */
async function predicted(page: Page, { queue }: Team): Promise<void> {
  const table = page.getByRole('table', { name: say('schedules:prediction.title') });
  const cells = table.getByRole('row').filter({ hasText: queue.name }).getByRole('cell');
  const planned = [queue.name, CASES, SEATS, SEATS].map(String);
  // The limits of the day come after them.
  const shown = async () => (await cells.allTextContents()).slice(0, 8).map((text) => text.trim());
  const missing = say('schedules:staffing.missing_one', { count: 1 });
  await expect.poll(shown).toEqual([...planned, `${missing} 1`, '0', '1', '0']);
  await page.goto(`/#/seatingSchedule?day=${addDays(today(), 1)}`);
  await expect.poll(shown).toEqual([...planned, '2', '0', '0', '0']);
}

const seat = (page: Page) => page.locator('.board-seats .ag-row', { hasText: account('member').name });
const bound = (page: Page) => seat(page).locator('[col-id=taskCount]');
const slider = (page: Page) => page.locator('.board-slider input');
const expectBound = async (page: Page, count: number) => {
  await page.goto('/#/dashboard');
  await expect(bound(page)).toHaveText(String(count));
};

/** How many cases the seat has, and the minute before. */
async function seatOf(page: Page): Promise<{ bound: number; minute: string }> {
  await page.goto('/#/dashboard');
  await expect(bound(page)).toHaveText(/^\d+$/);
  const now = Number(await slider(page).getAttribute('max')) - 1;
  return { bound: Number(await bound(page).innerText()), minute: minuteText(now - 1) };
}

const minuteText = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/**
 * Cases that the giver has not touched go back, and from there to who is on duty. Each minute the schedule hands out what
 * waits: when it is quicker than the leader, there are new ones to hand out.
 */
async function handOut(
  page: Page,
  collector: Collector,
  team: Team,
): Promise<{ loans: string[]; times: number }> {
  for (let times = 1; times <= MOST_TRIED; times++) {
    const [had, heard] = [await counted(collector.page), (await collector.notices()).length];
    const told = async () => newCasesText().test((await collector.notices()).slice(heard).join());
    const loans = await takeBack(page, team);
    const asked = (await planned(page, team, told)) ? Date.now() : null;
    if (asked !== null) await run(page);
    await expect.poll(told, { intervals: [50] }).toBe(true);
    if (asked !== null) console.log(`asked to told ${Date.now() - asked} ms`);
    await expect.poll(() => counted(collector.page)).toBeGreaterThan(had);
    if (asked !== null && (await hasRun(page))) return { loans, times };
  }
  throw new Error(`The schedule was quicker ${MOST_TRIED} times.`);
}

const newCasesText = () => new RegExp(say('allocation:new_other', { count: MOVED, amount: '\\$[\\d,.]+' }));

async function takeBack(page: Page, { queue, giver }: Team): Promise<string[]> {
  await page.goto(`/#/queue/list/${queue.id}?state=assigned&agentId=${giver.id}`);
  const rows = page.locator('.ag-row:has(a[href^="#/task/"])', {
    hasText: say('codes:case-status.C01'),
  });
  await expect(rows.nth(MOVED - 1)).toContainText(giver.name);
  const loans: string[] = [];
  for (let at = 0; at < MOVED; at++) {
    loans.push((await rows.nth(at).locator('[col-id=loanId]').innerText()).trim());
    await rows.nth(at).getByRole('checkbox').check();
  }
  const answered = page.waitForResponse(/\/api\/.*[uU]nbind/);
  await page.getByRole('button', { name: `${say('queue-cases:act.unbind')} (${MOVED})` }).press('Enter');
  expect(await (await answered).json()).toMatchObject({ code: '00', data: { rejected: [] } });
  return loans;
}

/** @returns whether the cases still wait; then the plan gives them to the taker, and the giver has no part in it */
async function planned(page: Page, { queue, giver }: Team, told: () => Promise<boolean>): Promise<boolean> {
  // A page that was open before shows the count of then, until the push of the returned cases is there.
  const before = async (seen: () => Promise<boolean>) => {
    await expect.poll(async () => (await told()) || (await seen())).toBe(true);
    return !(await told());
  };
  await page.goto(`/#/queue/plan/${queue.id}`);
  const preview = page.getByRole('button', { name: say('allocation:preview') });
  await expect(preview).toBeVisible();
  if (!(await before(() => preview.isEnabled()))) return false;
  await preview.press('Enter');
  const plan = page.getByRole('region', { name: say('allocation:planned') });
  const share = plan.getByRole('row').filter({ hasText: account('member').name });
  if (!(await before(() => share.isVisible()))) return false;
  await expect(plan.getByRole('row').filter({ hasText: giver.name })).toHaveCount(0);
  return (await share.getByRole('cell').nth(3).innerText()) === `+${MOVED}`;
}

async function run(page: Page): Promise<void> {
  await page.locator('.page-header-extra button').last().press('Enter');
  await page.locator('.ant-modal-confirm .ant-btn-primary').press('Enter');
}

async function hasRun(page: Page): Promise<boolean> {
  const newest = page
    .getByRole('table', { name: say('allocation:runs') })
    .getByRole('row')
    .nth(1);
  await expect(newest).toContainText(say('allocation:state.DONE'));
  const text = await newest.innerText();
  const result = say('allocation:result', { done: MOVED, planned: MOVED });
  return text.includes(account('leader').name) && text.includes(result);
}

/** The chip says whose cases these are; one that was handed out just now is among them, and says why. */
async function followSeat(page: Page, loans: readonly string[]): Promise<void> {
  const { name } = account('member');
  await seat(page).locator('.seat-name a[href^="#/case/list"]').press('Enter');
  const chip = page.locator('.filter-chip');
  await expect(chip).toContainText(`${say('cases:column.ownerName')} ${name}`);
  await page.locator('input[name=loanId]').fill(loans[0]!);
  await page.keyboard.press('Enter');
  const rows = page.locator('.ag-row:has(a[href^="#/task/"])');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(loans[0]!);
  await rows.locator('a[href^="#/task/"]').press('Enter');
  const why = page.locator('.allocation-why > p').first();
  // While the case is still coming the focus may move, and the key with it: then once more.
  await expect(async () => {
    if (!(await why.isVisible()))
      await page.getByRole('button', { name: say('allocation:why.title') }).press('Enter');
    await expect(why).toContainText(name, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

/** By the arrow keys back to the minute before, by End to now. */
async function lookBack(page: Page, before: { minute: string }): Promise<void> {
  await page.goto('/#/dashboard');
  await expect(bound(page)).toHaveText(/^\d+$/);
  const now = await bound(page).innerText();
  const shown = () => slider(page).getAttribute('aria-valuetext');
  await slider(page).focus();
  for (let pressed = 0; pressed < MOST_MINUTES && (await shown()) !== before.minute; pressed++)
    await page.keyboard.press('ArrowLeft');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', before.minute);
  await expect(page).toHaveURL(new RegExp(`at=${encodeURIComponent(before.minute)}`));
  await expect(page.locator('.board-stamp')).toHaveText(say('boards:stamp.past', { time: before.minute }));
  await expect.poll(async () => Number(await bound(page).innerText())).toBeLessThan(Number(now));
  await page.keyboard.press('End');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', say('boards:slider.live'));
  await expect(page).toHaveURL(/#\/dashboard$/);
  await expect(bound(page)).toHaveText(now);
}

async function endRest(page: Page, { giver }: Team): Promise<void> {
  await page.goto(`/#/seatingSchedule?username=${giver.username}`);
  const row = page.locator('.ag-row', { hasText: giver.username });
  const status = row.locator('[col-id=status]');
  await expect(status).toHaveText(say('schedules:status.REST'));
  await row.getByRole('button', { name: say('schedules:act.ON_DUTY') }).press('Enter');
  await expect(status).toHaveText(say('schedules:status.ON_DUTY'));
}
