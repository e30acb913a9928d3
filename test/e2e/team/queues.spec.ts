import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';

const rows = (page: Page) => page.locator('.ag-row:has(a[href^="#/task/"])');
const newCases = (page: Page) => page.locator('a[href="#/case/list?group=newCollection"] .menu-count');

/** The leader's collector of this queue, of whom no face is asked. */
async function collectorOf(leader: Page, queue: string): Promise<{ name: string; username: string }> {
  await leader.goto('/#/users?role=member');
  const row = leader
    .locator('.ag-row:has(a[href^="#/user/"])', { hasText: queue })
    .filter({ hasNotText: account('member', 'CAMERA').name })
    .first();
  const cell = (column: string) => row.locator(`[col-id=${column}]`).innerText();
  return { name: (await cell('name')).trim(), username: (await cell('username')).trim() };
}

test('a leader binds two waiting cases, the collector sees them come and, after Undo, go', async ({
  browser,
}) => {
  const leader = await enter(browser, account('leader'), { at: 'queue?type=MANUAL' });
  const link = leader.locator('.ag-row a[href^="#/queue/list/"]');
  const queue = (await link.innerText()).trim();
  // Only what the system hands out has the button.
  await expect(leader.getByRole('button', { name: 'Hand out' })).toHaveCount(0);
  const { name, username } = await collectorOf(leader, queue);
  const collector = await enter(browser, { username });
  await leader.goBack();
  await link.click();
  await expect(rows(leader).nth(1)).toBeVisible();
  const waiting = await rows(leader).count();
  await expect(newCases(collector)).toHaveText(/^\d+$/);
  const had = Number(await newCases(collector).innerText());

  for (const index of [0, 1]) await rows(leader).nth(index).getByRole('checkbox').check();
  await leader.getByRole('button', { name: 'Bind (2)' }).click();
  const dialog = leader.getByRole('dialog', { name: 'Bind 2 cases to' });
  await dialog.getByRole('combobox').click();
  await leader.locator('.ant-select-item-option', { hasText: name }).click();
  const cells = dialog.getByRole('row', { name }).getByRole('cell');
  await expect(cells.nth(2)).toHaveText(/^\d+ \(\+2\)$/);
  const [now, afterwards] = [await cells.nth(1).innerText(), await cells.nth(2).innerText()];
  expect(parseInt(afterwards)).toBe(Number(now) + 2);
  // The list of collectors stays open for more of them.
  await dialog.getByText('Bind 2 cases to').click();
  await dialog.getByRole('button', { name: 'Bind' }).click();

  await expect(leader.getByText('2 cases moved')).toBeVisible();
  await expect(leader.locator('.queue-facts')).toContainText(`${waiting - 2} waiting`);
  await expect(newCases(collector)).toHaveText(String(had + 2));
  await leader.getByRole('button', { name: 'Undo' }).click();
  await expect(leader.getByText('2 cases are back')).toBeVisible();
  await expect(leader.locator('.queue-facts')).toContainText(`${waiting} waiting`);
  await expect(newCases(collector)).toHaveText(String(had));
});
