import { expect, type Browser, type Page } from '@playwright/test';
import type { Role } from '../../../contract/codes.js';
import type { ContactPreview, ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { post } from '../support/calls.js';
import * as collector from '../support/collector.js';
import { checkEvidence, takeEvidence, WHOLE } from '../support/evidence.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

/** A supervisor ends what must not go on, and somebody else lets it go on again. */

const say = wordsOf('es');

const come = (browser: Browser, role: Role, at?: string) =>
  enter(browser, account(role), { at, language: 'es' });
const light = (page: Page) => page.locator('.case-contact-on .guard-light');

/** From a select of a form or a dialog. */
async function choose(page: Page, field: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).press('ArrowDown');
  await page.keyboard.type(choice);
  await page.locator('.ant-select-item-option', { hasText: choice }).last().click();
}

test('a complaint holds the borrower until another person closes it', async ({ browser }) => {
  const page = await come(browser, 'member');
  await page.goto('/#/case/list');
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await collector.openCallable(page);
  const place = new URL(page.url()).hash.split('?')[0]!;
  const supervisor = await come(browser, 'supervisor');
  await supervisor.goto(`/${place}`);
  await supervisor.getByRole('link', { name: say('complaints:list.add') }).click();
  await expect(supervisor).toHaveURL(/add\/complaint/);
  const said = supervisor.getByRole('textbox', { name: say('complaints:field.content') });
  await said.fill('Shouted at the borrower');
  await supervisor.getByRole('button', { name: say('common:action.save') }).press('Enter');
  await expect(supervisor).toHaveURL(/#\/complaint\/\d+/);
  const archive = await takeEvidence(supervisor, say('guard:evidence.take'));
  expect(await checkEvidence(archive)).toContain(WHOLE);
  await expect(light(page)).toHaveClass(/guard-red/);
  await expect(page.locator('.case-contact-on')).toContainText(say('guard:kind.COMPLAINT'));
  expect(await callAnyway(page)).toEqual({ code: '30', rules: ['hold'] });
  await handle(browser, supervisor);
  await expect(light(page)).toHaveClass(/guard-green/);
});

test('what rings is hung up, and another person lifts the stop', async ({ browser }) => {
  const page = await come(browser, 'member');
  await page.goto('/#/case/list');
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await collector.openCallable(page);
  const supervisor = await come(browser, 'supervisor');
  await supervisor.goto('/#/add/stop');
  await choose(supervisor, say('stops:field.subjectId'), account('member').name);
  await supervisor.getByRole('textbox', { name: say('stops:field.reason') }).fill('Threats on the recording');
  const panel = page.locator('.call-panel');
  await page.keyboard.press('c');
  await expect(panel.getByRole('status')).toHaveText(say('calls:state.RINGING'));
  await supervisor.getByRole('button', { name: say('stops:act.stop') }).press('Enter');
  await expect(panel).toContainText(say('calls:reason.STOPPED'));
  const banner = page.getByText(say('shell:stopped.self'));
  await expect(banner).toBeVisible();
  await expect(light(page)).toHaveClass(/guard-red/);
  await expect(supervisor).toHaveURL(/#\/stop\/\d+/);
  await expect(supervisor.getByText(say('stops:handed.CALL'), { exact: true })).toBeVisible();
  const lift = (on: Page) => on.getByRole('button', { name: say('stops:act.resume') });
  await expect(lift(supervisor)).toHaveCount(0);
  const admin = await come(browser, 'admin');
  await admin.goto(`/${new URL(supervisor.url()).hash}`);
  await lift(admin).press('Enter');
  await admin
    .getByRole('dialog')
    .getByRole('textbox', { name: say('stops:column.reason') })
    .fill('Spoken with');
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: say('stops:act.resume') })
    .press('Enter');
  await expect(banner).toHaveCount(0);
  await expect(supervisor.locator('.tag', { hasText: say('stops:state.PAST') })).toBeVisible();
});

test('a number that is not the borrower’s is stopped, and two people let it go', async ({ browser }) => {
  const page = await come(browser, 'member');
  await page.goto('/#/case/list');
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  await collector.openCallable(page);
  const supervisor = await come(browser, 'supervisor');
  await supervisor.goto(`/${new URL(page.url()).hash.split('?')[0]!}`);
  await supervisor.locator('.case-contact-on .guard-window').press('Enter');
  await supervisor.getByRole('button', { name: say('stops:act.stopNumber') }).press('Enter');
  const dialogOf = (on: Page) => on.getByRole('dialog');
  await dialogOf(supervisor)
    .getByRole('textbox', { name: say('stops:column.reason') })
    .fill('Her letter says so');
  await dialogOf(supervisor)
    .getByRole('button', { name: say('stops:act.stopNumber') })
    .press('Enter');
  const own = page.locator('.case-contact').first();
  await expect(own).toContainText(say('case:blocked.WRONG'));
  await expect(own.locator('.guard-light')).toHaveClass(/guard-red/);
  await supervisor.goto('/#/stops?kind=NUMBER&state=LIVE');
  await end(supervisor, 'requestLift', 'evidence');
  await expect(supervisor.locator('.ag-row .tag', { hasText: say('stops:state.REQUESTED') })).toBeVisible();
  const admin = await come(browser, 'admin');
  await admin.goto('/#/stops?kind=NUMBER&state=LIVE');
  await end(admin, 'resume', 'reason');
  await expect(own.locator('.guard-light')).toHaveClass(/guard-green/);
});

/** The one row's act, with what it asks for. */
async function end(page: Page, act: string, field: string): Promise<void> {
  const name = say(`stops:act.${act}`);
  await page.locator('.ag-row').first().getByRole('button', { name }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: say(`stops:column.${field}`) })
    .fill('The contract names this number');
  await dialog.getByRole('button', { name }).press('Enter');
}

/** As a page would that was opened before: the server refuses it, and says why. */
async function callAnyway(page: Page): Promise<{ code: string; rules: string[] }> {
  const taskId = Number(/task\/(\d+)/.exec(page.url())![1]);
  const preview = await page.evaluate<{ data: ContactPreview }>(
    `fetch('/api/contact/preview?taskId=${taskId}', { headers: { 'x-auth-token': localStorage.getItem('token') } })
      .then((answer) => answer.json())`,
  );
  const { contactId } = preview.data.contacts[0]!;
  const { code, data } = await post(page, 'softPhone/makeCall', {
    ...{ taskId, contactId, clientRequestId: `anyway-${Date.now()}` },
  });
  const { decision } = data as { decision: ComplianceDecision };
  return { code, rules: decision.reasons.map(({ rule }) => rule) };
}

/** Given to the leader, who says how it was handled; the supervisor completes it. */
async function handle(browser: Browser, supervisor: Page): Promise<void> {
  const dialogOf = (on: Page) => on.getByRole('dialog');
  // The whole name: "Por atender" of the case list, which is shown until the complaint has come, begins no act.
  const act = (on: Pick<Page, 'getByRole'>, name: string) =>
    on.getByRole('button', { name: say(`complaints:act.${name}`), exact: true });
  await act(supervisor, 'allocate').press('Enter');
  await choose(supervisor, say('complaints:column.handlerId'), account('leader').name);
  await act(dialogOf(supervisor), 'allocate').press('Enter');
  const leader = await come(browser, 'leader');
  await leader.goto(`/${new URL(supervisor.url()).hash}`);
  await act(leader, 'process').click();
  await choose(leader, say('complaints:column.method'), say('complaints:method.APOLOGISED'));
  await dialogOf(leader)
    .getByRole('textbox', { name: say('complaints:column.remarks') })
    .fill('Apologised');
  await act(dialogOf(leader), 'process').press('Enter');
  // Whoever handled it does not close it.
  await expect(act(leader, 'done')).toHaveCount(0);
  await act(supervisor, 'done').press('Enter');
  // In Spanish the dialog's cross is called the same.
  await act(dialogOf(supervisor), 'done').last().press('Enter');
  await expect(supervisor.getByText(say('complaints:one.COMPLETED')).first()).toBeVisible();
}
