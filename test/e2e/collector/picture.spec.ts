import { expect, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';

/** 2 x 2 red pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);
const SCRIPT = Buffer.from('<script>alert(1)</script>');

const face = (page: Page) => page.locator('.avatar img');
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });

test('an administrator gives a person a picture, who sees it at once and puts another one in its place', async ({
  browser,
}) => {
  const admin = await enter(browser, account('admin'));
  const member = await enter(browser, account('member'));
  await expect(member.locator('.avatar')).toHaveText(account('member').name.slice(0, 1));
  // An administrator may call, has no telephone, and is not told so all day.
  await expect(admin.locator('.header-warn')).toHaveCount(0);
  await admin.goto(`/#/users?username=${account('member').username}`);
  await admin.locator('.ag-row a[href^="#/user/"]').first().click();
  await expect(admin.getByRole('heading', { name: account('member').name })).toBeVisible();
  await choose(admin, 'script.png', SCRIPT);
  await expect(admin.getByRole('alert')).toContainText('The file is not a JPEG, PNG or WebP picture');
  await choose(admin, 'face.png', PNG);
  await expect(admin.getByRole('img', { name: account('member').name })).toBeVisible();
  await expect(admin.getByRole('alert').filter({ hasText: 'JPEG' })).toHaveCount(0);

  await expect(face(member)).toBeVisible();
  const first = await face(member).getAttribute('src');
  // An image is to be seen before it has come.
  await expect(face(member)).toHaveJSProperty('naturalWidth', 400);
  await member.getByRole('button', { name: /^Account menu/ }).click();
  await member.getByRole('menuitem', { name: 'My picture' }).click();
  await choose(member, 'face.png', PNG);
  await expect(face(member)).not.toHaveAttribute('src', first!);
  await member.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(face(member)).toHaveCount(0);
  await expect(member.locator('.avatar')).toHaveText(account('member').name.slice(0, 1));
});
