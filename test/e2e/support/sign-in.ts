import { expect, type Browser, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, Role } from '../../../contract/codes.js';

interface Account {
  role: Role;
  username: string;
  password: string;
  name: string;
  /** Asks for a face after the password. */
  liveness?: 'PAGE' | 'CAMERA';
}

export function account(role: Role, liveness?: Account['liveness']): Account {
  return accountsOf().find((one) => one.role === role && one.liveness === liveness)!;
}

function accountsOf(): Account[] {
  const file = join(process.env['RECOUP_DATA_DIR']!, 'demo-accounts.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Account[];
}

/** Of the other administrator: a second sign-in by the same one would end the first. */
export function otherAdmin(): Account {
  return accountsOf().findLast(({ role }) => role === 'admin')!;
}

/** A browser of one's own: nothing is shared with the other people of the test. */
export async function openBrowser(browser: Browser, language: Language = 'en'): Promise<Page> {
  // Without a graphics card what scrolls all day costs more processor time than the product.
  const context = await browser.newContext({
    baseURL: process.env['RECOUP_E2E_URL']!,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript({ content: `localStorage.setItem('lang', '${language}')` });
  return page;
}

/** Sends the form, as a person who cannot read the picture does: with the proof of work. */
export async function sendForm(page: Page, who: Pick<Account, 'username' | 'password'>): Promise<void> {
  await page.goto('/#/login');
  await page.locator('input[name=username]').fill(who.username);
  await page.locator('input[name=password]').fill(who.password);
  await page.locator('.login-alternative button').click();
  await expect(page.locator('.login-solved')).toBeVisible({ timeout: 30_000 });
  await page.locator('button[type=submit]').click();
}

export async function signIn(page: Page, who: Pick<Account, 'username' | 'password'>): Promise<void> {
  await sendForm(page, who);
  await expect(page).not.toHaveURL(/#\/login/, { timeout: 15_000 });
}
