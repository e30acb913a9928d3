import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { account } from './support/accounts.js';
import { expectNothing } from './support/axe.js';
import { enter, openBrowser } from './support/browsers.js';
import { sendForm } from './support/sign-in.js';
import { test } from './support/test.js';
import { wordsOf } from './support/words.js';

/** A code as the app shows it, so many steps of 30 s from now. */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
const codeIn = (page: Page) => page.locator('input[name=code]');

test('a person sets an app up, signs in with its code, and removes it by a recovery code', async ({
  browser,
}) => {
  const say = wordsOf('es');
  const who = account('supervisor');
  const page = await enter(browser, who, { language: 'es' });
  const openDialog = async (name: string) => {
    await page.getByRole('button', { name: say('account:menu.label', { name: who.name }) }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
    return page.getByRole('dialog');
  };
  const dialog = await openDialog(say('account:menu.authenticator'));
  await dialog.getByRole('button', { name: say('authenticators:begin') }).press('Enter');
  await expect(dialog.getByRole('img', { name: say('authenticators:picture') })).toBeVisible();
  const secret = (await dialog.locator('.set-up-secret').innerText()).replaceAll(' ', '');
  await expectNothing(page, 'setting an app up');
  await codeIn(page).fill(codeOf(secret, 0));
  const codes = dialog.getByRole('list', { name: say('authenticators:codes') }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery, second] = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: say('authenticators:kept') }).press('Enter');
  await expect(dialog.getByText(say('authenticators:left_other', { count: 10 }))).toBeVisible();

  const other = await openBrowser(browser, 'es');
  await sendForm(other, who);
  await codeIn(other).fill('000000');
  await expect(other.getByRole('alert').filter({ hasText: /código/i })).toBeVisible();
  await codeIn(other).fill(codeOf(secret, 1));
  await expect(other).not.toHaveURL(/#\/login/);

  const last = await openBrowser(browser, 'es');
  await sendForm(last, who);
  await codeIn(last).fill(recovery!);
  await codeIn(last).press('Enter');
  await expect(last).not.toHaveURL(/#\/login/);
  // Another code, for one that has let its person in is good no longer.
  await last.getByRole('button', { name: say('account:menu.label', { name: who.name }) }).press('Enter');
  await last.getByRole('menuitem', { name: say('account:menu.authenticator') }).press('Enter');
  await last.getByRole('button', { name: say('authenticators:remove') }).press('Enter');
  await codeIn(last).fill(second!);
  await codeIn(last).press('Enter');
  await expect(last.getByRole('button', { name: say('authenticators:begin') })).toBeVisible();
});
