import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { openCallable } from '../support/collector.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const LOST_MS = 20_000;

test('a leader sees a collector come, call, wrap up and, within 20 seconds, a lost browser go', async ({
  browser,
}, info) => {
  const say = wordsOf('en');
  const carlos = await enter(browser, account('leader'), { at: 'dashboard' });
  const seat = carlos.getByRole('row').filter({ hasText: account('member').name });
  const mark = (state: string) =>
    seat.locator('.presence').filter({ hasText: say(`codes:presence.${state}`) });
  await expect(seat).toBeVisible();

  const maria = await enter(browser, account('member'));
  await expect(mark('ON')).toBeVisible();
  // The keys are the list's once it has rows.
  await expect(maria.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await openCallable(maria);
  await maria.keyboard.press('c');
  await expect(mark('CALL')).toBeVisible();
  const panel = maria.locator('.call-panel');
  await expect(panel).toHaveAttribute('data-state', 'ANSWERED');
  await maria.keyboard.press('1');
  await expect(maria.locator('.case-page')).toBeVisible();
  await panel.locator('.call-button-end').press('Enter');
  await expect(mark('WRAP_UP')).toBeVisible();
  await maria.keyboard.press('1');
  await maria.keyboard.press('Control+Enter');
  await expect(mark('ON')).toBeVisible();
  // A page that is loaded again is the same person: nobody went.
  await maria.reload();
  await expect(maria.getByRole('button', { name: /Account menu/ })).toBeVisible();
  await expect(mark('ON')).toBeVisible();

  const started = Date.now();
  await maria.context().close();
  await expect(mark('AWAY')).toBeVisible({ timeout: LOST_MS });
  const lost = Date.now() - started;
  info.annotations.push({ type: 'ms to away', description: String(lost) });
  console.log(`lost browser shown after ${lost} ms`);

  // From the seat to the person's day, and by the keyboard to the next person's.
  await seat.locator('.seat-presence').click();
  await expect(carlos).toHaveURL(/#\/presence\/\d+/);
  await expect(carlos.locator('.presence-day h2')).toHaveText(account('member').name);
  const changes = carlos.getByRole('table', { name: say('presence:changes') });
  await expect(
    changes
      .getByRole('row')
      .filter({ hasText: say('codes:presence.ON') })
      .first(),
  ).toBeVisible();
  const address = carlos.url();
  await carlos.keyboard.press('j');
  await carlos.keyboard.press('k');
  await carlos.keyboard.press('k');
  await expect(carlos).not.toHaveURL(address);
});

test("a collector's own day opens by its link and from the account menu", async ({ browser }) => {
  const say = wordsOf('es');
  const { name } = account('member');
  const maria = await enter(browser, account('member'), { language: 'es' });
  await maria.getByRole('button', { name: say('account:menu.label', { name }) }).click();
  await maria.getByRole('menuitem', { name: say('account:menu.presence') }).click();
  await expect(maria.getByRole('heading', { name: say('presence:own') })).toBeVisible();
  const day = maria.locator('.presence-day');
  await expect(day.getByText(say('presence:lasts'))).toBeVisible();
  await expect(day.locator('.day-ON')).not.toHaveCount(0);
  await day.getByRole('button', { name: say('common:day.before') }).click();
  await expect(maria).toHaveURL(/#\/presence\/\d+\/\d{4}-\d\d-\d\d$/);
  await expect(day.getByText(say('presence:none'))).toBeVisible();
  await maria.goto('/#/presence/999999999');
  await expect(maria.getByRole('alert')).toBeVisible();
});
