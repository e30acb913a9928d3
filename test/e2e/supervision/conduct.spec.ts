import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import { callerOf } from '../support/calls.js';
import * as collector from '../support/collector.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

/**
 * Follows what is said on a call, from the feed to the announcement of a violation, without anybody asking again. And
 * what a supervisor stops where it is seen. A complaint's way is in stops.spec.ts.
 */

const say = wordsOf('es');

test('a supervisor follows a call from the feed to the violation that was heard in it', async ({
  browser,
}) => {
  const { username, name } = account('member');
  const maria = await enter(browser, account('member'), { language: 'es' });
  const at = `dataMonitoring?view=calls&username=${username}`;
  const lucia = await enter(browser, account('supervisor'), { at, language: 'es' });
  await expect(lucia.getByText(say('monitoring:state.live'), { exact: true })).toBeVisible();
  const loan = await callSomebody(maria);

  // The feed.
  const grid = lucia.getByRole('region', { name: say('monitoring:view.calls') });
  const newest = grid.locator('.ag-row[row-index="0"]');
  await expect(newest).toContainText(loan);
  await expect(newest).toContainText(say('calls:state.ANSWERED'));
  const dialog = lucia.getByRole('dialog');
  const call = dialog.getByRole('link', { name: say('violations:source.CALL') });
  const announce = { name: say('violations:ask', { name }) };
  await newest.getByRole('button', announce).press('Enter');
  await expect(call).toBeVisible();
  await lucia.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await lucia.getByRole('link', { name: say('monitoring:live.listenTo', { name }) }).press('Enter');

  // Listening in, as the collector sees.
  const mark = maria.getByText(say('listening:mark.LISTEN', { name: account('supervisor').name }));
  await lucia.getByRole('button', { name: say('listening:with.LISTEN', { name }) }).press('Enter');
  await expect(mark).toBeVisible();
  await expectNothing(lucia, 'listening in');
  await lucia.getByRole('button', { name: say('listening:leave') }).press('Enter');
  await expect(mark).toBeHidden();

  // The recording: open before it is there, shown when it is.
  await lucia.goto(`/#/recording/${callOf(lucia)}`);
  await expect(lucia.getByText(say('recordings:state.PENDING'))).toBeVisible();
  await maria.locator('.call-button-end').press('Enter');
  await expect(lucia.getByRole('button', { name: say('recordings:play'), exact: true })).toBeVisible();
  // Space plays wherever the focus is, and the listening is on the page at once.
  await expect(lucia.getByText(say('recordings:listens.none'))).toBeVisible();
  await lucia.locator('body').press('Space');
  const listens = lucia.getByRole('region', { name: say('recordings:listens.title') });
  await expect(listens.getByText(account('supervisor').name)).toBeVisible();

  // The violation, and who has read it.
  const said = `Threats ${Date.now()}`;
  await lucia.getByRole('button', announce).press('Enter');
  await expect(call).toBeVisible();
  await dialog.getByRole('textbox', { name: say('violations:column.reason') }).fill(said);
  await dialog.getByRole('button', { name: say('violations:act') }).press('Enter');
  await expect(lucia).toHaveURL(/#\/violation\/\d+/);
  await expect(reader(lucia, name)).not.toContainText(/\d/);
  await expectNothing(lucia, 'a violation');
  await readIt(maria, said);
  await expect(reader(lucia, name)).toContainText(/\d/);
  await expect(lucia.getByRole('link', { name: say('violations:source.CALL'), exact: true })).toHaveAttribute(
    'href',
    /#\/recording\/\d+/,
  );
});

test('a supervisor stops a collector on the board, and sees it wherever the person is shown', async ({
  browser,
}) => {
  const { name } = account('member');
  const page = await enter(browser, account('supervisor'), { at: 'dashboard', language: 'es' });
  const seat = page.locator('.ag-row', { has: page.getByRole('link', { name, exact: true }) });
  const day = (await seat.locator('.seat-presence').getAttribute('href'))!;
  const ask = page.getByRole('button', { name: say('stops:mark.ask', { name }) });
  await ask.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('stops:column.reason') }).fill('Threats on the recording');
  await dialog.getByRole('button', { name: say('stops:act.stop') }).press('Enter');
  const stopped = page.locator('main').getByRole('link', { name: say('stops:mark.COLLECTOR'), exact: true });
  await expect(stopped).toHaveAttribute('href', /#\/stop\/\d+/);
  const id = Number(/\d+$/.exec((await stopped.getAttribute('href'))!)![0]);
  for (const place of [day, day.replace('presence', 'dashboard/events')]) {
    await page.goto(`/${place}`);
    await expect(stopped).toBeVisible();
    await expectNothing(page, place);
  }
  const admin = await callerOf(account('admin'));
  await admin.post('guard/resume', { id, reason: 'Spoken with' });
  await expect(ask).toBeVisible();
});

/** @returns the loan's number, while the two talk */
async function callSomebody(page: Page): Promise<string> {
  await page.goto('/#/case/list');
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  const loan = await collector.openCallable(page);
  await page.keyboard.press('c');
  await expect(page.locator('.call-panel').getByRole('status')).toHaveText(say('calls:state.ANSWERED'));
  return loan;
}

const callOf = (page: Page) => /call=(\d+)/.exec(page.url())![1]!;

/** The line of who has read a violation, and when. */
const reader = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** The newest stands in the bar, and comes first. */
async function readIt(page: Page, text: string): Promise<void> {
  const bar = page.getByRole('region', { name: say('announcements:bar.label') });
  await expect(bar).toContainText(text);
  await bar.getByRole('button', { name: say('announcements:bar.view') }).press('Enter');
  await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
}
