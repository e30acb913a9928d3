import { expect, type Page } from '@playwright/test';
import { account, otherAdmin } from '../support/accounts.js';
import { enter, openBrowser } from '../support/browsers.js';
import { sendForm } from '../support/sign-in.js';
import { test } from '../support/test.js';

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const fill = (page: Page, name: string, text: string) => field(page, name).locator('input').fill(text);

async function choose(page: Page, name: string, label: string): Promise<void> {
  await field(page, name).getByRole('combobox').click();
  await page.locator('.ant-select-item-option', { hasText: label }).first().click();
}

test('an administrator adds a collector, another one sees it come, and both change it', async ({
  browser,
}) => {
  const mine = await enter(browser, account('admin'));
  const theirs = await enter(browser, otherAdmin());
  const name = `Prueba ${Date.now()}`;
  await theirs.goto(`/#/users?name=${encodeURIComponent(name)}`);
  await expect(theirs.getByText('No user fits')).toBeVisible();

  await mine.getByRole('link', { name: 'User Management' }).click();
  await mine.getByRole('button', { name: 'Add user' }).click();
  await expect(field(mine, 'name')).toBeVisible();
  await mine.keyboard.press('Control+s');
  await expect(field(mine, 'name').locator('input')).toBeFocused();
  await expect(field(mine, 'username')).toContainText('Username is required');
  await fill(mine, 'name', name);
  await fill(mine, 'username', account('member').username);
  await choose(mine, 'groupId', 'Equipo');
  await mine.keyboard.press('Control+s');
  await expect(field(mine, 'username')).toContainText('This user name is taken');
  await expect(field(mine, 'username').locator('input')).toBeFocused();
  await fill(mine, 'username', `prueba.${Date.now()}`);
  await mine.keyboard.press('Control+s');
  await expect(mine).toHaveURL(/#\/user\/\d+/);

  const link = theirs.getByRole('link', { name });
  await expect(link).toBeVisible();
  await theirs.keyboard.press('j');
  await theirs.keyboard.press('Enter');
  await expect(field(theirs, 'name').locator('input')).toHaveValue(name);

  // Text that one has typed outlives what the other one saves.
  await field(mine, 'autoDial').getByRole('switch').click();
  await field(theirs, 'longAging').getByRole('switch').click();
  await theirs.keyboard.press('Control+s');
  await expect(mine.locator('.ant-alert')).toContainText(otherAdmin().name);
  await mine.getByRole('button', { name: 'Keep mine on top of it' }).click();
  await mine.keyboard.press('Control+s');
  await expect(field(theirs, 'autoDial').getByRole('switch')).toBeChecked();
  await expect(field(mine, 'longAging').getByRole('switch')).toBeChecked();
});

test('a person whose password was reset signs in by the code, chooses a password, and signs in with it', async ({
  browser,
}) => {
  const who = account('member', 'PAGE');
  const admin = await enter(browser, account('admin'), { at: `users?username=${who.username}` });
  await admin.locator('.ag-row a[href^="#/user/"]').first().click();
  await admin.getByRole('button', { name: 'Reset password' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const shown = admin.getByRole('dialog', { name: /^Activation code/ });
  const password = (await shown.locator('strong').innerText()).trim();
  const person = await openBrowser(browser);
  await sendForm(person, { ...who, password });
  await expect(person.locator('input[name=password]')).toBeFocused();
  await person.keyboard.type('short');
  await person.keyboard.press('Enter');
  await expect(person.getByRole('alert')).toContainText('At least 8 characters');
  await person.locator('input[name=password]').fill(who.password);
  await person.locator('input[name=repeated]').fill(who.password);
  await person.keyboard.press('Enter');
  await expect(person.getByText('Password changed, please log in again')).toBeVisible();
  await expect(person.locator('input[name=username]')).toHaveValue(who.username);
  await sendForm(person, who);
  await expect(person.locator('.login-frame')).toBeVisible();
});

test('whoever may only read changes nobody', async ({ browser }) => {
  const page = await enter(browser, account('leader'), { at: 'users' });
  const filter = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(filter).toBeVisible();
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await expect(page.locator('.ag-row a').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add user' })).toHaveCount(0);
  await page.locator('.ag-row a').first().click();
  await expect(field(page, 'name').locator('.entity-value')).not.toBeEmpty();
  await expect(page.locator('.entity-form input')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});
