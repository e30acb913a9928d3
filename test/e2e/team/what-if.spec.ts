import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';

const line = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Plan' }).or(page.locator('.what-if-sides')).getByRole('row', { name });

/** The row's figures of today's plan, of the changed one, and of their difference. */
async function figures(page: Page, name: string): Promise<string[]> {
  const cells = await line(page, name).first().getByRole('cell').allInnerTexts();
  return cells.map((text) => text.trim());
}

/** As the page's own forms do it, for what this test is not about. */
async function post(page: Page, path: string, change: string): Promise<void> {
  const code = await page.evaluate<string>(`
    (async () => {
      const token = localStorage.getItem('token');
      const call = async (path, body) => {
        const headers = { 'content-type': 'application/json', 'x-auth-token': token };
        const answer = await fetch('/api/' + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
        return answer.json();
      };
      return (${change})(call).then(({ code }) => String(code));
    })()`);
  expect({ path, code }).toEqual({ path, code: '00' });
}

const turn = (page: Page, queueId: string, type: 'AUTOMATIC' | 'MANUAL') =>
  post(
    page,
    'management/queue/createOrUpdate',
    `async (call) => {
      const { open, institutionName, userCount, waiting, assigned, oldestWaitingAt, ...queue } =
        (await call('management/queue/info/${queueId}')).data;
      return call('management/queue/createOrUpdate', { ...queue, type: '${type}' });
    }`,
  );

test('a day is planned otherwise, applied and handed out by it, its leader is told of the gap, and it is taken back', async ({
  browser,
}) => {
  const leader = await enter(browser, account('leader'), { at: 'queue?type=MANUAL' });
  const link = leader.locator('.ag-row a[href^="#/queue/list/"]').first();
  const queue = (await link.innerText()).trim();
  const queueId = /\d+$/.exec((await link.getAttribute('href'))!)![0];

  const admin = await enter(browser, account('admin'), { at: 'seatingSchedule' });
  await admin.getByRole('link', { name: 'What if' }).click();
  // The screen before has a button of this name, too, and stands until this one has been fetched.
  await expect(admin.locator('.what-if-queue')).toBeVisible();
  await admin.getByRole('button', { name: 'Today', exact: true }).click();
  await admin.goto(`${admin.url()}&queueId=${queueId}`);
  await expect(admin.getByRole('combobox', { name: 'Queue' })).toBeVisible();
  await expect(admin.locator('.what-if-queue')).toContainText(queue);
  const [, before] = await figures(admin, 'Nobody has room');
  expect(before).toBe('0');

  // No collector may be given a new case: all that waits stays, and that is said beside today's plan.
  await admin.getByRole('spinbutton', { name: 'New cases per collector, min' }).fill('0');
  await admin.getByRole('spinbutton', { name: 'New cases per collector, max' }).fill('1');
  await expect(line(admin, 'Nobody has room').first()).toContainText('▲');
  await expect(admin.getByText(/^[12] changes?$/)).toBeVisible();
  await admin.reload();
  await expect(line(admin, 'Nobody has room').first()).toContainText('▲');
  const [, left] = await figures(admin, 'Nobody has room');
  await admin.getByRole('button', { name: 'Apply' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(admin.getByText(/^The schedule of .* is changed$/)).toBeVisible();
  await expect.poll(async () => (await figures(admin, 'Nobody has room'))[0]).toBe(left);

  await turn(admin, queueId, 'AUTOMATIC');
  try {
    const plan = await admin.context().newPage();
    await plan.goto(`/#/queue/plan/${queueId}`);
    await plan.getByRole('button', { name: 'Preview' }).click();
    await expect(plan.getByRole('region', { name: 'What would happen now' })).toContainText(
      /more seats? would hold them/,
    );
    await plan.getByRole('button', { name: 'Hand out' }).click();
    await plan.getByRole('dialog').getByRole('button', { name: 'Hand out' }).click();
    await expect(plan.locator('.allocation-alert')).toContainText('nobody has room');
    await expect(leader.getByText(`${queue}: not enough seats`)).toBeVisible();
    await leader.getByRole('button', { name: 'Show', exact: true }).first().click();
    await expect(leader).toHaveURL(new RegExp(`#/queue/plan/${queueId}$`));
  } finally {
    await turn(admin, queueId, 'MANUAL');
  }

  await admin
    .getByRole('region', { name: 'Plans and what came' })
    .getByRole('button', { name: 'Take back' })
    .click();
  await expect(admin.getByText('Taken back')).toBeVisible();
  await expect.poll(async () => (await figures(admin, 'Nobody has room'))[0]).toBe('0');
});

test('an absence is tried out by the keyboard alone, and axe finds nothing', async ({ browser }) => {
  const page = await enter(browser, account('leader'), { at: 'seatingSchedule/whatIf' });
  const people = page.getByRole('region', { name: 'People' }).first();
  const duty = people.getByRole('combobox').first();
  await duty.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/who=\d+\.ABSENT/);
  await expect(line(page, 'Unworked cases').first()).toContainText('▲');
  await expectNothing(page, 'what if');
  await page.getByRole('spinbutton', { name: 'New cases per collector, min' }).fill('5000');
  await expect(page.getByText('The maximum is less than the minimum')).toBeVisible();
  await expectNothing(page, 'what if, wrong');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText('0 changes', { exact: true })).toBeVisible();
});
