import { expect, type Page } from '@playwright/test';
import type { Account } from './accounts.js';

type Credentials = Pick<Account, 'username' | 'password'>;

/** Sends the form, as a person who cannot read the picture does: with the proof of work. */
export async function sendForm(page: Page, who: Credentials): Promise<void> {
  await page.goto('/#/login');
  await page.locator('input[name=username]').fill(who.username);
  await page.locator('input[name=password]').fill(who.password);
  await page.locator('.login-alternative button').click();
  await expect(page.locator('.login-solved')).toBeVisible();
  await page.locator('button[type=submit]').click();
}

/** Where signing in is what a test is about; else `enter` of browsers.ts puts the session in place. */
export async function signIn(page: Page, who: Credentials): Promise<void> {
  await sendForm(page, who);
  await expect(page).not.toHaveURL(/#\/login/);
}
