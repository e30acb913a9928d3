import { expect } from '@playwright/test';
import { LANGUAGES } from '../../contract/codes.js';
import { account } from './support/accounts.js';
import { enter, openBrowser } from './support/browsers.js';
import { mailedLink } from './support/mail-box.js';
import { test } from './support/test.js';
import { wordsOf } from './support/words.js';

const PASSWORD = 'Third-choice-8';

test('a new person comes in by a mailed link, and by another one after forgetting the password', async ({
  browser,
}) => {
  const who = { username: `correo.${Date.now()}`, email: `correo.${Date.now()}@demo.example` };
  const admin = await enter(browser, account('admin'), { at: 'add/user' });
  const field = (name: string) => admin.locator(`[data-field="${name}"]`);
  await field('name').locator('input').fill('Correo Nuevo');
  await field('username').locator('input').fill(who.username);
  await field('email').locator('input').fill(who.email);
  await field('groupId').getByRole('combobox').click();
  await admin.locator('.ant-select-item-option', { hasText: 'Equipo' }).first().click();
  await admin.keyboard.press('Control+s');
  await expect(admin).toHaveURL(/#\/user\/\d+/);
  await admin.getByRole('button', { name: 'Send a link by e-mail' }).click();
  // Whoever tries the product out is told that nobody receives it.
  await expect(admin.getByText('A simulator took the link')).toBeVisible();

  const person = await openBrowser(browser);
  const choose = async (password: string) => {
    await expect(person.getByText('Solve the check and sign in')).toBeVisible();
    await expect(person).toHaveURL(/#\/login$/);
    await person.locator('.login-alternative button').click();
    await expect(person.locator('.login-solved')).toBeVisible();
    await person.locator('button[type=submit]').click();
    await expect(person.getByText('You signed in with an activation code')).toBeVisible();
    await person.locator('input[name=password]').fill(password);
    await person.locator('input[name=repeated]').fill(password);
    await person.keyboard.press('Enter');
    await expect(person.getByText('Password changed, please log in again')).toBeVisible();
  };
  await person.goto(pathOf(await mailedLink(who.email)));
  await choose(PASSWORD);

  const first = await mailedLink(who.email);
  await person.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(person.locator('input[name=username]')).toHaveValue(who.username);
  await person.locator('.login-alternative button').click();
  await expect(person.locator('.login-solved')).toBeVisible();
  await person.getByRole('button', { name: 'Send me a link' }).click();
  await expect(person.getByText('a link is on its way')).toBeVisible();
  await expect.poll(() => mailedLink(who.email)).not.toBe(first);
  const again = await openBrowser(browser);
  await again.goto(pathOf(await mailedLink(who.email)));
  await expect(again.locator('input[name=username]')).toHaveValue(who.username);
  await expect(again.locator('input[name=password]')).not.toHaveValue('');
});

/** A demo's links lead to its own address, which the browser knows. */
const pathOf = (link: string) => link.slice(link.indexOf('/#/'));

for (const language of LANGUAGES)
  test(`a forgotten password is asked for in ${language}`, async ({ browser }) => {
    const page = await openBrowser(browser, language);
    const words = wordsOf(language);
    await page.goto('/#/login');
    await page.getByRole('button', { name: words('login:forgotten.title') }).click();
    await page.getByRole('button', { name: words('login:forgotten.act') }).click();
    await expect(page.getByRole('alert')).toContainText(words('login:rule.username-required'));
  });
