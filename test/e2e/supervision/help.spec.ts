import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import * as collector from '../support/collector.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const say = wordsOf('es');

test('a collector asks for help with one key, and a leader has the call and its case with one press', async ({
  browser,
}) => {
  const { name } = account('member');
  const carlos = await enter(browser, account('leader'), { at: 'dashboard', language: 'es' });
  const lucia = await enter(browser, account('supervisor'), { at: 'anomalies', language: 'es' });
  const maria = await enter(browser, account('member'), { language: 'es' });
  await expect(maria.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  const loan = await collector.openCallable(maria);
  await maria.keyboard.press('c');
  const panel = maria.locator('.call-panel');
  await expect(panel.getByRole('status')).toHaveText(say('calls:state.ANSWERED'));

  // Declined by one, with what to do; asked for again.
  await maria.keyboard.press('h');
  await expect(panel.getByText(say('calls:help.waiting'))).toBeVisible();
  const [ofCarlos, ofLucia] = [carlos, lucia].map((page) =>
    page.getByRole('region', { name: say('listening:help.title') }),
  );
  const waits = say('listening:help.waits', { name });
  await expect(ofCarlos!.getByText(waits)).toBeVisible();
  await expectNothing(carlos, 'help is asked for');
  await ofLucia!.getByRole('button', { name: say('listening:help.decline') }).press('Enter');
  await lucia.getByRole('button', { name: say('listening:help.reason.END_CALL') }).press('Enter');
  const supervisor = account('supervisor').name;
  await expect(panel.getByText(say('calls:help.declined.END_CALL', { name: supervisor }))).toBeVisible();
  await expect(ofCarlos!).toBeHidden();
  await maria.keyboard.press('h');

  // Passed on, and answered by whoever is first.
  await ofLucia!.getByRole('button', { name: say('listening:help.pass') }).press('Enter');
  const leader = account('leader').name;
  await lucia.getByRole('button', { name: new RegExp(`^${leader}`) }).press('Enter');
  await expect(ofCarlos!.getByText(say('listening:help.passed-to-you', { name: supervisor }))).toBeVisible();
  await expect(panel.getByText(say('calls:help.passed', { name: leader }))).toBeVisible();
  await ofCarlos!.getByRole('button', { name: say('listening:with.LISTEN', { name }) }).press('Enter');
  await expect(carlos).toHaveURL(new RegExp(`#/task/\\d+/${loan}`));
  await expect(ofCarlos!.getByText(say('listening:now.LISTEN', { name }))).toBeVisible();
  await expect(panel.getByText(say('calls:help.answered', { name: leader }))).toBeVisible();
  await expect(maria.getByText(say('listening:mark.LISTEN', { name: leader }))).toBeVisible();
  await expect(ofLucia!).toBeHidden();

  // The end of the call ends it, and the board says how long it took.
  await maria.locator('.call-button-end').press('Enter');
  await expect(ofCarlos!).toBeHidden();
  await carlos.goto('/#/dashboard');
  await expect(carlos.locator('.board-tiles')).toContainText(
    say('boards:help.answered_other', { count: 2, answered: 1 }),
  );
});
