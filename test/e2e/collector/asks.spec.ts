import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';

/** From the notice, wherever the leader is, to the inbox, and there the answer with its reason. */
async function decide(leader: Page, kind: string, act: 'Grant' | 'Refuse', reason: string): Promise<void> {
  await leader
    .getByRole('status')
    .filter({ hasText: `Request: ${kind}` })
    .getByRole('link')
    .click();
  await expect(leader).toHaveURL(/#\/requests\?kind=/);
  const row = leader.locator('.ag-row:not(.row-gone, .row-off)', { hasText: kind });
  await row.getByRole('button', { name: act }).click();
  const dialog = leader.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: act }).click();
  await expect(dialog).toBeHidden();
}

/** The first case of the open list without holds and rules that are set aside: the demo has some. */
async function openUnheld(page: Page): Promise<void> {
  const links = page.locator('.ag-cell a[href^="#/task/"]');
  for (let row = 1; row < 8; row++) {
    await links.nth(row).click();
    await expect(page).toHaveURL(/#\/task\//);
    await expect(page.locator('.case-contact-on .guard-light')).toBeVisible();
    if ((await page.locator('.guard-holds .guard-chip').count()) === 0) return;
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect(links.nth(row + 1)).toBeVisible();
  }
  throw new Error('Each case has a hold.');
}

test('a collector asks where the product refuses, the leader grants, and both hear of it at once', async ({
  browser,
}) => {
  const leader = await enter(browser, account('leader'));
  const collector = await enter(browser, account('member'), { at: 'case/list?group=newCollection' });
  await leader.goto('/#/dashboard');

  await openUnheld(collector);
  const form = collector.getByRole('form', { name: 'Call result' });
  await form.getByRole('button', { name: 'Connected', exact: true }).click();
  await form.getByRole('button', { name: /Promise to repay/ }).click();
  await form.getByRole('button', { name: 'Later? Ask the leader' }).click();
  const later = form.getByRole('group', { name: 'Ask the leader for a later day' });
  await later.getByRole('textbox', { name: 'Another day' }).fill('2026-12-04');
  await later.getByRole('textbox', { name: /^Why/ }).fill('Cobra su aguinaldo ese día');
  await later.getByRole('button', { name: 'Ask the leader' }).click();
  await expect(collector.getByText('The leader has been asked')).toBeVisible();
  await expect(later).toBeHidden();
  await decide(leader, 'Later promise', 'Grant', 'Siempre cumple');
  await expect(collector.getByText('Granted: Later promise')).toBeVisible();
  await expect(collector.getByText('Siempre cumple')).toBeVisible();
  await expect(collector.getByText('Promised repayment', { exact: true }).first()).toBeVisible();

  // An attempt that nobody answers: the next one is too soon by the company's own rule.
  await form.getByRole('button', { name: 'No answer', exact: true }).click();
  await form.locator('[data-result]').first().click();
  await collector.getByRole('button', { name: 'Save', exact: true }).click();
  const contact = collector.locator('.case-contact-on');
  await expect(contact.locator('.guard-amber')).toBeVisible();
  await contact.locator('button.guard-window').click();
  const ask = collector.getByRole('group', { name: 'Ask the leader to set this aside for 24 hours' });
  await ask.getByRole('textbox').fill('Pidió que le llamáramos de nuevo');
  await ask.getByRole('button', { name: 'Ask the leader' }).click();
  await decide(leader, 'Set a rule aside', 'Grant', 'Está de acuerdo');
  await expect(contact.locator('.guard-green')).toBeVisible();
  await collector.locator('.guard-holds .guard-chip', { hasText: 'set aside' }).click();
  await expect(collector.getByText(`Asked for by ${account('member').name}`)).toBeVisible();
});
