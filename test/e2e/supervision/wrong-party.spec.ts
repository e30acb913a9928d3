import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Browser, type Page } from '@playwright/test';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import type { CasePage, ContactList } from '../../../contract/cases/cases.js';
import type { RevealedPhone } from '../../../contract/cases/borrowers.js';
import type { Language, Role } from '../../../contract/codes.js';
import { account, otherAdmin } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import { type Caller, callerOf } from '../support/calls.js';
import * as collector from '../support/collector.js';
import { checkEvidence, expectWholeLog, takeEvidence, WHOLE } from '../support/evidence.js';
import { expectFits } from '../support/fits.js';
import { payAtTheBank } from '../support/rails.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

/** A wrong number, from the call to a later file, what can be proved of it, and a borrower who is forgotten. */

const say = wordsOf('es');
const come = (browser: Browser, role: Role, at?: string) =>
  enter(browser, account(role), { at, language: 'es' });
const stopped = (page: Page, phone: string) =>
  page.locator('.case-contact', { hasText: phone }).filter({ hasText: say('case:blocked.WRONG') });

/** One number of a case: a borrower may have two, and which stands first changes with what is known of them. */
interface Reached {
  taskId: number;
  contactId: number;
  /** Masked. */
  phone: string;
}
interface Lent {
  taskId: number;
  loanId: string;
}

const placeOf = (page: Page) => new URL(page.url()).hash.split('?')[0]!;

/** The number that a call from the open case would go to. */
async function firstNumber(page: Page, admin: Caller): Promise<Reached> {
  const taskId = Number(placeOf(page).split('/')[2]);
  const { contacts } = await admin.get<ContactList>(`task/contacts/${taskId}`);
  const { id, phone } = contacts.find(({ blocked }) => blocked === null)!;
  return { taskId, contactId: id, phone };
}

/** By the keyboard: who answers, the result that the answer chooses, and its record. */
async function callStranger(page: Page, admin: Caller): Promise<Reached & { place: string }> {
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  const loan = await collector.openCallable(page);
  const place = placeOf(page);
  const called = await firstNumber(page, admin);
  const panel = page.locator('.call-panel');
  await page.keyboard.press('c');
  await expect(panel).toHaveAttribute('data-state', 'ANSWERED');
  await page.keyboard.press('3');
  await expect(page.locator('.case-page')).toBeVisible();
  await expect(page.locator('[data-result][aria-pressed=true]')).toHaveAttribute('title', 'NORLVT');
  await panel.locator('.call-button-end').press('Enter');
  await expect(panel.getByRole('status')).toHaveText(say('calls:state.ENDED'));
  const recorded = page.waitForResponse(/\/api\/task\/record/);
  await page.keyboard.press('Control+Enter');
  expect(await (await recorded).json()).toMatchObject({ code: '00' });
  // The page goes on to the next case by itself.
  await expect(page).not.toHaveURL(new RegExp(place.split('/')[2]!));
  await page.goto(`/${place}`);
  await page.reload();
  await expect(page.locator('.case-loan, .case-number').filter({ hasText: loan }).first()).toBeVisible();
  await expect(stopped(page, called.phone)).toBeVisible();
  return { ...called, place };
}

async function phoneOf(admin: Caller, { taskId, contactId }: Reached): Promise<string> {
  const purpose = { taskId, contactId, purpose: 'VERIFY' };
  return (await admin.post<RevealedPhone>('task/getRealPhone', purpose)).phone;
}

/** A file of the lender brings a loan of another borrower with this number. */
async function importLoan(page: Page, admin: Caller, phone: string): Promise<Lent> {
  const loanId = `WP-${Date.now()}`;
  const cells = {
    institutionCode: 'NORTE', queueCode: '', appName: 'Prestamo Ya', productCategory: 'PAYDAY', platform: 'android',
    borrowerExternalId: `B-${loanId}`, borrowerName: 'Otra Persona', phone, phoneSource: 'TRACED', loanExternalId: loanId,
    loanItemExternalId: loanId, reloan: '0', disbursedAt: '2026-09-01', contractAmount: '2000.00', period: '1',
    dueDate: '2026-10-01', principal: '2000.00',
  }; // prettier-ignore
  await page.goto('/#/imports');
  const template = await (async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: say('imports:template') }).click();
    return (await readFile(await (await downloading).path(), 'utf8')).replace('\uFEFF', '').split(/\r?\n/);
  })();
  const [heads, example] = [template[0]!.split(','), (template[1] ?? '').split(',')];
  // The template names an institution and a queue of the site.
  const known = Object.fromEntries(heads.map((head, at) => [head, example[at] ?? '']));
  const row = { ...cells, institutionCode: known['institutionCode'], queueCode: known['queueCode'] };
  const line = heads.map((head) => (row as Record<string, string | undefined>)[head] ?? '').join(',');
  const buffer = Buffer.from([heads.join(','), line].join('\n'));
  await page.setInputFiles('input[type=file]', { name: 'cartera.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: say('import-mapping:begin'), exact: true }).click();
  await expect(page.locator('[data-status=DONE]')).toBeVisible();
  const { result } = await admin.get<CasePage>(`task/listing?loanId=${loanId}`);
  return { taskId: result[0]!.id, loanId };
}

/** The sandbox's carrier brings a message from a borrower's number. */
async function write(from: string, text: string): Promise<void> {
  const response = await fetch(`${process.env['SANDBOX_URL']}/carrier/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, text }),
  });
  expect(response.ok).toBe(true);
}

/** Checks the archive as somebody without access does, who finds it whole and a changed copy false. */
async function expectProved(archive: string): Promise<void> {
  expect(await checkEvidence(archive)).toContain(WHOLE);
  const files = unzipSync(await readFile(archive));
  expect(strFromU8(files['evidencia.pdf']!.subarray(0, 5))).toBe('%PDF-');
  const changed = strFromU8(files['evidence.json']!).replace(/"allowed":\s*1/, '"allowed":0');
  const copy = `${archive}.copy.zip`;
  await writeFile(copy, zipSync({ ...files, 'evidence.json': Buffer.from(changed) }));
  expect(await checkEvidence(copy)).toContain('CHANGED');
}

/** One asks, another one decides; the job empties what says who it was. */
async function erase(browser: Browser, page: Page, { taskId, loanId }: Lent): Promise<void> {
  await page.goto(`/#/add/privacy/${taskId}`);
  await page.getByRole('textbox', { name: say('privacy:field.reason') }).fill('Lo pide por escrito');
  await page.getByRole('button', { name: say('common:action.save') }).press('Enter');
  await expect(page).toHaveURL(/#\/privacy$/);
  const row = (on: Page) => on.locator('.ag-row', { hasText: loanId });
  const press = async (on: Page, act: 'ask' | 'approve') => {
    await row(on)
      .getByRole('button', { name: say(`privacy:act.${act}`) })
      .click();
    const dialog = on.getByRole('dialog');
    const answer = dialog.getByRole('textbox');
    if ((await answer.count()) > 0) await answer.fill('Sin adeudo y sin quejas');
    await dialog.getByRole('button', { name: say(`privacy:act.${act}`) }).click();
  };
  const [first, second] = await Promise.all(
    [account('admin'), otherAdmin()].map((who) => enter(browser, who, { at: 'privacy', language: 'es' })),
  );
  await press(first!, 'ask');
  await press(second!, 'approve');
  await expect(row(second!)).toContainText(say('privacy:status.ERASED'));
}

test('a wrong number stays stopped in a later file, is proved, and a borrower is forgotten', async ({
  browser,
}) => {
  test.slow();
  const page = await come(browser, 'member');
  const admin = await callerOf(account('admin'));
  const called = await test.step('the call', () => callStranger(page, admin));
  const phone = await phoneOf(admin, called);
  const office = await come(browser, 'admin', 'imports');
  const lent = await test.step('a later file', () => importLoan(office, admin, phone));
  await office.goto(`/#/task/${lent.taskId}/${lent.loanId}`);
  await expect(stopped(office, called.phone)).toBeVisible();

  const supervisor = await come(browser, 'supervisor', 'stops?kind=NUMBER&state=LIVE');
  await expect(supervisor.locator('.ag-row').first()).toContainText(account('member').name);

  await test.step('a message says so', async () => {
    await page.goto('/#/case/list');
    await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
    await collector.openCallable(page);
    const other = await firstNumber(page, admin);
    await write(await phoneOf(admin, other), '¡No soy!');
    await expect(stopped(page, other.phone)).toBeVisible();
    const { contacts } = await admin.get<ContactList>(`task/contacts/${other.taskId}`);
    expect(contacts.find(({ id }) => id === other.contactId)).toMatchObject({ standing: 'NOT_THEIRS' });
  });

  await test.step('what is proved', async () => {
    await supervisor.goto(`/${called.place}?tab=guard`);
    await expectProved(await takeEvidence(supervisor, say('guard:evidence.take')));
  });

  await test.step('who is forgotten', async () => {
    await office.goto('/#/system');
    await office.locator('[data-field="privacyKeptDays"] input').fill('0');
    await office.getByRole('button', { name: say('forms:save'), exact: true }).click();
    await expect(office.getByText(say('forms:saved'), { exact: true }).last()).toBeVisible();
    await payAtTheBank(lent.loanId, 200_000);
    await erase(browser, supervisor, lent);
    await expectWholeLog();
  });
});

const TOUR: readonly [Role, string][] = [
  ['supervisor', 'stops?kind=NUMBER'],
  ['supervisor', 'wrongParties?by=source'],
  ['supervisor', 'complaint/month/2026-10'],
  ['supervisor', 'privacy'],
  ['admin', 'settings/legalSources'],
];

for (const language of ['cn', 'en'] as const satisfies readonly Language[])
  test(`what a wrong number leads to is shown in ${language}`, async ({ browser }) => {
    const pages = {
      supervisor: await enter(browser, account('supervisor'), { language }),
      admin: await enter(browser, account('admin'), { language }),
    };
    for (const [role, at] of TOUR) {
      const page = pages[role as keyof typeof pages];
      await page.goto(`/#/${at}`);
      await expect(page.locator('.page h1')).toBeVisible();
      await expectNothing(page, at);
      await expectFits(page, at);
    }
  });
