import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { read, utils, write } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { account } from '../support/accounts.js';
import { enter, openBrowser } from '../support/browsers.js';
import { sendForm, signIn } from '../support/sign-in.js';
import { test } from '../support/test.js';

type Row = (string | number | null)[];

async function download(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFileSync(await file.path());
}

/** The template with its lines filled in by the heads. */
function filled(template: Buffer, lines: readonly Record<string, string>[]): Buffer {
  const heads = utils.sheet_to_json<Row>(read(template).Sheets['users']!, { header: 1 })[0]!;
  const rows = lines.map((line) => heads.map((head) => line[String(head)] ?? null));
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([heads, ...rows]), 'users');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`);

test('an administrator uploads people, sees what comes of it, and gives the new collector a code and a phone', async ({
  browser,
}) => {
  const username = `nueva.${Date.now()}`;
  const who = { ...account('member'), username };
  const admin = await enter(browser, account('admin'), { at: 'users/upload' });
  const template = await download(admin, 'Template');
  const group = String(
    utils.sheet_to_json<Record<string, string>>(read(template).Sheets['values']!)[0]!['group'],
  );
  const line = { username, name: 'Nueva Gestora', role: 'member', group };
  const buffer = filled(template, [line, { ...line, username: `${username}.2`, role: 'queen' }]);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await admin.getByLabel('Workbook').setInputFiles({ name: 'people.xlsx', mimeType, buffer });
  const result = admin.getByRole('region', { name: 'What the file does' });
  await expect(result).toContainText('1 new, 0 changed');
  await expect(admin.locator('.ag-row')).toContainText(username);
  await admin.locator('.ant-segmented-item', { hasText: 'Refused' }).click();
  await expect(admin.locator('.ag-row')).toContainText('role: is not known');
  await result.getByRole('button', { name: 'Apply 1 row' }).click();
  await expect(result).toContainText('Applied: 1 new');
  const codes = parse(await download(admin, 'Activation codes'), { columns: true, bom: true }) as {
    code: string;
  }[];

  await admin.goto('/#/add/softPhone');
  const extension = String(Date.now() % 1_000_000);
  await field(admin, 'extensionNumber').fill(extension);
  await field(admin, 'supplier').fill('Telvoz');
  await field(admin, 'password').fill('line-4711');
  await admin.keyboard.press('Control+s');
  await expect(admin).toHaveURL(/#\/softPhone\/\d+/);
  await admin.getByRole('combobox', { name: 'Collector' }).fill(username);
  await admin.locator('.ant-select-item-option', { hasText: username }).first().click();
  await admin.getByRole('button', { name: 'Bind', exact: true }).click();
  await expect(admin.getByRole('button', { name: 'Unbind' })).toBeVisible();

  const person = await openBrowser(browser);
  await sendForm(person, { ...who, password: codes[0]!.code });
  await expect(person.locator('input[name=repeated]')).toBeVisible();
  await person.locator('input[name=password]').fill(who.password);
  await person.locator('input[name=repeated]').fill(who.password);
  await person.keyboard.press('Enter');
  await expect(person.getByText('Password changed, please log in again')).toBeVisible();
  await signIn(person, who);
  await expect(person.getByRole('button', { name: extension })).toBeVisible();
});
