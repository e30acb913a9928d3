import { expect, type Browser, type Page } from '@playwright/test';
import { statSync } from 'node:fs';
import { LANGUAGES } from '../../../contract/codes.js';
import { SETUP_STEPS } from '../../../contract/administration/setup.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import * as collector from '../support/collector.js';
import { test } from '../support/test.js';
import { connectCarrier } from '../support/own-carrier.js';
import { wordsOf } from '../support/words.js';
import {
  accountOf, activate, choose, download, expectGap, expectTicked, fill, goTo, save, upload,
} from '../support/setting-up.js'; // prettier-ignore
import { approveWaiting } from '../support/waiting.js';

const SOON = { timeout: 8_000 };
const CALLED = { loan: 'L-77001-1', borrower: 'Rosa Luna' };

/**
 * From `npm start -- --empty` to a recorded call, by nothing but the account of the one-time password and what the check list
 * leads to. A second tab keeps the check list open: it is never reloaded, so that each tick has come by itself.
 */
test('an administrator with nothing but an account comes to a collector who records a call', async ({
  browser,
}) => {
  const [first, other] = [accountOf('first'), accountOf('second')];
  for (const { file } of [first, other]) expect(statSync(file).mode & 0o777).toBe(0o600);
  const page = await activate(browser, { ...first, code: first.password, password: 'Own-choice-9' });
  const list = await page.context().newPage();
  await list.goto('/#/setup');
  await expect(list.locator('[data-step]')).toHaveCount(SETUP_STEPS.length);
  await expect(list.locator('[data-done=true]')).toHaveCount(0);
  const done: Done = { code: '' };
  await test.step('the second administrator', async () => {
    const account = { ...other, code: other.password, password: 'Other-choice-9' };
    const partner = await activate(browser, account);
    await expectTicked(list, 'administrator');
    await connectCarrier(page, partner);
    done.partner = partner;
  });
  const steps = [
    ...[organisation, notForUs, rules, policy, texts, limits, phone, supervisor, person, phoneOfPerson],
    ...[seats, loans, handOut],
  ];
  for (const step of steps) await test.step(step.name, () => step(page, list, done));
  await expect(list.getByText('Everything is set up')).toBeVisible();
  await expect(list.getByRole('link', { name: /^Set up/ })).toHaveCount(0);
  await test.step('the call', () => recordCall(browser, done.code));
  await test.step('the check list in each language', () => inEachLanguage(list));
});

/** Things that later steps need of earlier ones. */
interface Done {
  code: string;
  partner?: Page;
}

async function organisation(page: Page, list: Page): Promise<void> {
  await goTo(page, 'institution');
  await fill(page, { name: 'Crédito Claro', code: 'CLARO' });
  await save(page);
  await expectTicked(list, 'institution');
  await goTo(page, 'group');
  await page.getByRole('button', { name: 'Add group' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Equipo Norte');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectTicked(list, 'group');
  await goTo(page, 'queue');
  await fill(page, { name: 'Cobranza temprana', code: 'D1' });
  await save(page);
  await expectTicked(list, 'queue');
}

/** Steps that this lender does without: the list goes on, and says why. */
async function notForUs(page: Page, list: Page): Promise<void> {
  for (const step of ['below', 'providers', 'backup'] as const) {
    await page.locator('.menu-link', { hasText: 'Set up' }).click();
    await page.locator(`[data-step="${step}"]`).getByRole('button').click();
    await page.getByRole('dialog').getByRole('textbox').fill('One house, on a trial');
    await page.getByRole('dialog').getByRole('button', { name: 'Not for us' }).click();
    await expect(list.locator(`[data-step="${step}"]`)).toContainText('One house, on a trial');
  }
}

async function rules(page: Page, list: Page): Promise<void> {
  await goTo(page, 'indicator');
  await fill(page, { percent: '12' });
  await save(page);
  await expectTicked(list, 'indicator');
  await goTo(page, 'product');
  await fill(page, { productCategory: 'PAYDAY', afterDays: '60' });
  await save(page);
  await expectTicked(list, 'product');
}

/** The check's findings are mended before the template is active. */
async function texts(page: Page, list: Page, { partner }: Done): Promise<void> {
  await goTo(page, 'template');
  const check = page.getByRole('region', { name: 'Check' });
  await fill(page, { name: 'Recordatorio', 'texts.es': 'Pague hoy o lo demandamos' });
  await expect(check).toContainText('reads as a threat');
  await expect(check).toContainText('where to complain');
  await fill(page, {
    'texts.es': 'Hola {{name}}, {{app}} le recuerda su saldo de {{amount}}. Quejas: CONDUSEF',
  });
  await expect(check.getByRole('status')).toHaveText('passes');
  await save(page);
  await expectGap(list, 'template', 'none is active');
  await goTo(page, 'template');
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await goTo(partner!, 'template');
  await partner!.getByRole('link', { name: 'Recordatorio' }).click();
  await approveWaiting(partner!, 'Read, and as the law wants it');
  await expectTicked(list, 'template');
  await partner!.context().close();
}

/** The defaults, as they are. */
async function policy(page: Page, list: Page): Promise<void> {
  await goTo(page, 'policy');
  await save(page);
  await expectTicked(list, 'policy');
}

async function limits(page: Page, list: Page): Promise<void> {
  await goTo(page, 'limits');
  await save(page);
  await expectTicked(list, 'limits');
}

async function phone(page: Page, list: Page): Promise<void> {
  await goTo(page, 'phone');
  await fill(page, { extensionNumber: '4001', supplier: 'Telvoz', password: 'line-4711' });
  await save(page);
  await expectGap(list, 'phone', 'no collector has one');
}

async function supervisor(page: Page, list: Page): Promise<void> {
  await goTo(page, 'supervisor');
  await fill(page, { name: 'Sara Supervisa', username: 'sara.supervisa' });
  await choose(page, 'role', 'Supervisor');
  await save(page);
  await expectTicked(list, 'supervisor');
}

async function person(page: Page, list: Page, done: Done): Promise<void> {
  await goTo(page, 'user');
  await fill(page, { name: 'Ana Prueba', username: 'ana.prueba' });
  await choose(page, 'groupId', 'Equipo Norte');
  await choose(page, 'queueId', 'Cobranza temprana');
  await save(page);
  await expectTicked(list, 'user');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const shown = page.getByRole('dialog', { name: /^Activation code/ });
  done.code = (await shown.locator('strong').innerText()).trim();
  await shown.getByRole('button', { name: 'Close' }).click();
}

async function phoneOfPerson(page: Page, list: Page): Promise<void> {
  await goTo(page, 'phone');
  await page.locator('.ag-row a[href^="#/softPhone/"]').click();
  await page.getByRole('combobox', { name: 'Collector' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'ana.prueba' }).click();
  await page.getByRole('button', { name: 'Bind', exact: true }).click();
  await expectTicked(list, 'phone');
}

/** The template knows the people already: it is sent back as it came. */
async function seats(page: Page, list: Page): Promise<void> {
  await goTo(page, 'schedule');
  const template = await download(page, 'Template');
  await upload(page, 'Schedule file, xls or xlsx', 'schedule.xlsx', template);
  await expect(page.getByRole('region', { name: 'Upload schedule' })).toContainText(
    'Rows of the plan: 1, of people: 1',
  );
  await page.getByRole('link', { name: 'Show the first day' }).click();
  await expect(page.locator('.ag-row')).toContainText('ana.prueba');
  await expectTicked(list, 'schedule');
}

/** A row for each column that the screen says is needed; one names a queue that nobody has, which is seen before it is taken. */
async function loans(page: Page, list: Page): Promise<void> {
  await goTo(page, 'import');
  const heads = (await download(page, 'Template')).toString('utf8').replace('\uFEFF', '').trim().split(',');
  const today = businessDay(new Date(process.env['RECOUP_CLOCK_AT'] ?? Date.now()));
  const loan: Record<string, string> = {
    institutionCode: 'CLARO', queueCode: 'D1', appName: 'Claro Ya', productCategory: 'PAYDAY', platform: 'android',
    borrowerExternalId: 'B-77001', borrowerName: CALLED.borrower, phone: '5512345670', state: 'CDMX',
    loanExternalId: 'L-77001', loanItemExternalId: CALLED.loan, reloan: '0', disbursedAt: addDays(today, -40),
    contractAmount: '2000.00', period: '1', dueDate: addDays(today, -8), principal: '2000.00', interest: '240.00',
  }; // prettier-ignore
  const lost = { ...loan, queueCode: 'X9', loanItemExternalId: 'L-77002-1', loanExternalId: 'L-77002' };
  const lines = [loan, lost].map((row: Record<string, string>) =>
    heads.map((head) => row[head] ?? '').join(','),
  );
  await upload(
    page,
    'Loan book or ledger file, csv or xlsx',
    'loans.csv',
    Buffer.from([heads.join(','), ...lines].join('\n')),
  );
  const preview = page.getByRole('region', { name: 'What an import would do' });
  await expect(preview.getByRole('row', { name: /Queue code/ })).toContainText('X9');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const result = page.getByRole('region', { name: 'Import' });
  await expect(result).toHaveAttribute('data-status', 'DONE');
  await expect(result).toContainText('queueCode');
  await expect(result).toContainText('1 new loan waits');
  await result.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('The import is released')).toBeVisible();
  await expectTicked(list, 'import');
}

/** The schedule hands out, too, at 40 seconds of each minute: then this is done before, or meanwhile. */
async function handOut(page: Page, list: Page): Promise<void> {
  const byHand = async () => {
    if ((await list.locator('[data-step="handOut"]').getAttribute('data-done')) === 'true') return;
    await goTo(page, 'handOut');
    await page.getByRole('button', { name: 'Hand out' }).click(SOON);
    await expect(page.getByText('1 case waits for a collector')).toBeVisible(SOON);
    await page.getByRole('button', { name: 'Hand out' }).click(SOON);
    await page.getByRole('dialog').getByRole('button', { name: 'Hand out' }).click(SOON);
  };
  await expect(byHand).toPass({ timeout: 30_000 });
  await expectTicked(list, 'handOut');
}

/** In a browser of their own: the code, a password, the case, the call and its record. */
async function recordCall(browser: Browser, code: string): Promise<void> {
  const page = await activate(browser, { username: 'ana.prueba', code, password: 'Ana-choice-9' });
  await page.getByRole('link', { name: CALLED.loan }).click();
  await expect(page.locator('.case-name')).toHaveText(CALLED.borrower);
  await expect(page.locator('.case-contact-on .guard-light')).toHaveClass(/guard-green/);
  const panel = page.locator('.call-panel');
  const states = await collector.watchCall(page);
  await panel.getByRole('button', { name: /^Call/ }).click();
  await expect(panel).toHaveAttribute('data-state', 'ANSWERED');
  await page.getByRole('button', { name: /The borrower/ }).click();
  await expect(page.locator('.case-page')).toBeVisible();
  await panel.locator('.call-button-end').click();
  await expect(panel).toHaveAttribute('data-state', 'ENDED');
  expect(await states()).toEqual(['REQUESTED', 'RINGING', 'ANSWERED', 'ENDED']);
  await page.getByRole('button', { name: /Refuse to pay/ }).click();
  await page.getByLabel('Call notes').fill('Says that the loan is paid.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const log = page.locator('.case-centre');
  await expect(log).toContainText('Says that the loan is paid.');
  await expect(log).toContainText('Ana Prueba');
  await page.reload();
  await expect(log).toContainText('Says that the loan is paid.');
}

async function inEachLanguage(list: Page): Promise<void> {
  for (const language of LANGUAGES) {
    const say = wordsOf(language);
    await list.addInitScript({ content: `localStorage.setItem('lang', '${language}')` });
    await list.reload();
    for (const step of SETUP_STEPS)
      await expect(list.locator(`[data-step="${step}"]`)).toContainText(say(`setup:step.${step}.hint`));
    await expect(list.getByText(say('setup:complete'))).toBeVisible();
  }
}
