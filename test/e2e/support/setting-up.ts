import { expect, type Browser, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SetupStep } from '../../../contract/administration/setup.js';
import { openBrowser } from './browsers.js';
import { sendForm, signIn } from './sign-in.js';

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const stepOf = (page: Page, step: SetupStep) => page.locator(`[data-step="${step}"]`);

/** Reads what `npm start -- --empty` leaves for an administrator, and for nobody else. */
export function accountOf(which: 'first' | 'second'): { file: string; username: string; password: string } {
  const file = join(process.env['RECOUP_DATA_DIR']!, `${which}-administrator.json`);
  const { username, password } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return { file, username: username!, password: password! };
}

/** Signs in by a code that holds once, chooses a password, and signs in with it. */
export async function activate(
  browser: Browser,
  who: { username: string; code: string; password: string },
): Promise<Page> {
  const page = await openBrowser(browser);
  const { username, code, password } = who;
  await sendForm(page, { username, password: code });
  await expect(page.locator('input[name=repeated]')).toBeVisible();
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=repeated]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed, please log in again')).toBeVisible();
  await signIn(page, { username, password });
  return page;
}

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await field(page, name).locator('input, textarea').first().fill(value);
}

export async function choose(page: Page, name: string, label: string): Promise<void> {
  await field(page, name).getByRole('combobox').click();
  await page.locator('.ant-select-item-option', { hasText: label }).first().click();
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible();
}

/** From wherever the page is, by the menu and the check list, to where the step is done. */
export async function goTo(page: Page, step: SetupStep): Promise<void> {
  await page.locator('.menu-link', { hasText: 'Set up' }).click();
  await stepOf(page, step).getByRole('link').click();
  await expect(page).not.toHaveURL(/#\/setup/);
}

/** On a list that nobody reloads. */
export async function expectTicked(list: Page, step: SetupStep): Promise<void> {
  await expect(stepOf(list, step)).toHaveAttribute('data-done', 'true');
}

/** Begun, and something is still missing. */
export async function expectGap(list: Page, step: SetupStep, said: string): Promise<void> {
  await expect(stepOf(list, step)).toContainText(said);
  await expect(stepOf(list, step)).toHaveAttribute('data-done', 'false');
}

export async function upload(page: Page, label: string, name: string, buffer: Buffer): Promise<void> {
  const mimeType = name.endsWith('.csv')
    ? 'text/csv'
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel(label).setInputFiles({ name, mimeType, buffer });
}

export async function download(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFileSync(await file.path());
}
