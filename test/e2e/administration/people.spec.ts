import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter, openBrowser } from '../support/browsers.js';
import { sendForm, signIn } from '../support/sign-in.js';
import { test } from '../support/test.js';

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const PASSWORD = 'First-choice-7';

test('a person is added, activated, signs in for the first time, is asked about and let go', async ({
  browser,
}) => {
  const who = { ...account('member'), username: `nueva.${Date.now()}`, name: `Nueva ${Date.now()}` };
  const admin = await enter(browser, account('admin'), { at: 'add/user' });
  await field(admin, 'name').locator('input').fill(who.name);
  await field(admin, 'username').locator('input').fill(who.username);
  await field(admin, 'groupId').getByRole('combobox').click();
  await admin.locator('.ant-select-item-option', { hasText: 'Equipo' }).first().click();
  await field(admin, 'loanTypes').getByText('Product first loan').click();
  await admin.keyboard.press('Control+s');
  await expect(admin).toHaveURL(/#\/user\/\d+/);

  await admin.getByRole('button', { name: 'Reset password' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const shown = admin.getByRole('dialog', { name: /^Activation code/ });
  const code = (await shown.locator('strong').innerText()).trim();
  await shown.getByRole('button', { name: 'Close' }).last().click();

  const person = await openBrowser(browser);
  await sendForm(person, { ...who, password: code });
  await expect(person.getByText('You signed in with an activation code')).toBeVisible();
  await person.locator('input[name=password]').fill(PASSWORD);
  await person.locator('input[name=repeated]').fill(PASSWORD);
  await person.keyboard.press('Enter');
  await expect(person.getByText('Password changed, please log in again')).toBeVisible();
  await signIn(person, { ...who, password: PASSWORD });
  await expect(person.locator('.shell, .rail').first()).toBeVisible();

  await admin.getByRole('link', { name: 'Sign-ins' }).click();
  await expect(admin.getByText('Signed in').first()).toBeVisible();
  await expect(admin).toHaveURL(new RegExp(`username=${who.username.replace('.', '\\.')}`));

  await admin.goto(`/#/users?username=${who.username}`);
  await admin.getByRole('button', { name: 'Disable' }).first().click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(admin.getByText('Disabled').first()).toBeVisible();
  await expect(person.getByText('Your account was disabled.')).toBeVisible();
});

test('whoever has cases is named before they go', async ({ browser }) => {
  const who = account('member');
  const admin = await enter(browser, account('admin'), { at: `users?username=${who.username}` });
  await admin.getByRole('button', { name: 'Disable' }).first().click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  const asked = admin.getByRole('dialog', { name: /still has work in hand/ });
  await expect(asked).toContainText(/\d+ open cases?/);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(admin.getByText('Enabled').first()).toBeVisible();
});

test('a ranking is a link, narrowed and sorted, and leads to the cases', async ({ browser }) => {
  const page = await enter(browser, account('leader'));
  await page.getByRole('link', { name: 'Ranking', exact: true }).click();
  await expect(page.locator('.rank-place').first()).toContainText(/^\d+ of \d+/);
  await page.getByRole('columnheader', { name: 'Recovered' }).click();
  await expect(page).toHaveURL(/sort=actualReceivedAmount/);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await file).suggestedFilename()).toMatch(/^Demo-ranks-\d{4}-\d\d-\d\d\.csv$/);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/case\/list\?ownerId=\d+/);
});
