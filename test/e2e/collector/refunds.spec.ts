import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { callerOf } from '../support/calls.js';
import { dueOf } from '../support/collector.js';
import { addColleague, bindWaiting, manualQueue } from '../support/people.js';
import { payAtTheBank, takeBackAtTheBank } from '../support/rails.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const say = wordsOf('en');
/** More than any loan of the demo has left to pay. */
const TOO_MUCH = 5_000_000;

async function makeLeader(admin: Page, username: string): Promise<void> {
  await admin.goto(`/#/users?username=${username}`);
  await admin.locator('.ag-row a[href^="#/user/"]').first().click();
  await admin.locator('[data-field=role]').getByRole('combobox').click();
  await admin.locator('.ant-select-item-option', { hasText: say('codes:role.leader') }).click();
  const saved = () => admin.waitForResponse(/user\/createOrUpdate/);
  const [first] = await Promise.all([saved(), admin.keyboard.press('Control+s')]);
  const { code } = (await first.json()) as { code: string };
  if (code === '00') return;
  // Whoever has cases is named first, and lets them go.
  const asked = admin.getByRole('dialog', { name: /still has work in hand/ });
  const [second] = await Promise.all([saved(), asked.getByRole('button').last().click()]);
  expect(await second.json()).toMatchObject({ code: '00' });
}

async function writeOff(
  page: Page,
  loan: string,
  id: 'askWriteOff' | 'writeOff',
  field: 'reason' | 'answer',
) {
  const row = page.locator('.ag-row', { hasText: loan });
  await row.getByRole('button', { name: say(`refunds:act.${id}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say(`refunds:column.${field}`) }).fill('The borrower is gone');
  await dialog.getByRole('button', { name: say(`refunds:act.${id}`) }).click();
}

async function payBack(page: Page, loan: string): Promise<void> {
  const row = page.locator('.ag-row', { hasText: loan });
  await row.getByRole('button', { name: say('refunds:act.complete') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('refunds:column.reference') }).fill('SPEI-77');
  await dialog.getByRole('textbox', { name: say('refunds:column.voucher') }).fill('V-1');
  await dialog.getByRole('button', { name: say('refunds:act.complete') }).click();
}

test('who collected a case may not pay its refund back, and another leader may', async ({ browser }) => {
  const carlos = await callerOf(account('leader'));
  const { id: queueId } = await manualQueue(carlos);
  const who = await addColleague('Reembolso', queueId);
  const loan = await bindWaiting(carlos, queueId, who.id);
  const leader = await enter(browser, account('leader'));
  const member = await enter(browser, who);
  await member.locator('.ag-row a[href^="#/task/"]', { hasText: loan }).click();
  expect(await dueOf(member)).toBeGreaterThan(0);
  const payment = await payAtTheBank(loan, TOO_MUCH);
  await leader.goto('/#/refunds?status=OPEN');
  const row = leader.locator('.ag-row', { hasText: loan });
  await expect(row).toBeVisible();

  const admin = await enter(browser, account('admin'), { at: 'users' });
  await makeLeader(admin, who.username);
  try {
    const formerCollector = await enter(browser, who, { at: 'refunds?status=OPEN' });
    await payBack(formerCollector, loan);
    await expect(formerCollector.getByText(/Whoever had the case/).first()).toBeVisible();
    await expect(row).not.toHaveClass(/row-gone/);
  } finally {
    await who.leave();
  }
  await payBack(leader, loan);
  await leader.goto('/#/refunds?status=COMPLETED');
  await expect(row).toContainText('SPEI-77');

  await takeBackAtTheBank(payment);
  await expect(row.getByRole('button', { name: say('refunds:act.askWriteOff') })).toBeVisible();
  await row.locator('a[href^="#/task/"]').first().click();
  await expect(leader.getByText(say('case:who.receivable'))).toBeVisible();
  await leader.goto('/#/refunds?status=RECEIVABLE');
  await writeOff(leader, loan, 'askWriteOff', 'reason');
  // Beside the acts, and not behind them.
  await expect(row.getByText(say('refunds:owed.ASKED'))).toBeInViewport({ ratio: 1 });
  await expect(row.getByRole('button', { name: say('refunds:act.writeOff') })).toHaveCount(0);
  await admin.goto('/#/refunds?status=RECEIVABLE');
  await writeOff(admin, loan, 'writeOff', 'answer');
  await leader.goto('/#/refunds?status=COMPLETED');
  await expect(row).toContainText(say('refunds:owed.WRITTEN_OFF'));
});
