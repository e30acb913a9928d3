import { expect, type Page } from '@playwright/test';
import { account, openBrowser, otherAdmin, signIn } from './support/sign-in.js';
import { test } from './support/test.js';

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const inForce = (page: Page) => page.locator('.setting-in-force');

async function open(page: Page, place: string, name: string): Promise<string> {
  await page.goto(`/#/settings/${place}`);
  await expect(field(page, name)).toBeVisible();
  return field(page, name).inputValue();
}

async function change(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value);
  await field(page, name).press('Control+Enter');
}

for (const [place, name, value] of [
  ['priorities', 'contactable', '77'],
  ['messageLimits', 'accountPerDay', '177'],
  ['contactPolicy', 'attempts.apartMinutes', '135'],
] as const)
  test(`an administrator changes ${place}, and the other one's open screen follows`, async ({ browser }) => {
    const [mine, theirs] = [await openBrowser(browser), await openBrowser(browser)];
    await signIn(mine, account('admin'));
    await signIn(theirs, otherAdmin());
    const before = await open(mine, place, name);
    await open(theirs, place, name);

    await change(mine, name, value);
    await expect(field(theirs, name)).toHaveValue(value);
    await expect(inForce(theirs)).toContainText(account('admin').name);
    await expect(theirs.locator('.setting-followed')).toContainText(account('admin').name);

    // What was tried is taken back, from the history.
    const history = theirs.getByRole('region', { name: 'History' });
    const old = history.locator('details').nth(1);
    await old.locator('summary').click();
    if (place === 'contactPolicy') {
      await old.getByRole('button', { name: 'Bring back' }).click();
      await theirs.locator('.ant-popconfirm').getByRole('button', { name: 'Bring back' }).click();
    } else {
      await old.getByRole('button', { name: 'Put into the form' }).click();
      await save(theirs);
    }
    await expect(field(mine, name)).toHaveValue(before);
    await expect(inForce(mine)).toContainText(otherAdmin().name);
  });

test('what one administrator has typed outlives what another one saves, and is asked for before it is left', async ({
  browser,
}) => {
  const [mine, theirs] = [await openBrowser(browser), await openBrowser(browser)];
  await signIn(mine, account('admin'));
  await signIn(theirs, otherAdmin());
  await open(mine, 'priorities', 'promised');
  await open(theirs, 'priorities', 'promised');

  await field(mine, 'promised').fill('2001');
  await expect(mine.getByText('From 0 to 1,000, whole numbers')).toBeVisible();
  await field(mine, 'promised').fill('201');
  await change(theirs, 'contactable', '99');
  await expect(mine.getByRole('alert')).toContainText(otherAdmin().name);
  await expect(field(mine, 'promised')).toHaveValue('201');
  await mine.getByRole('button', { name: 'Keep mine on top of it' }).click();
  await expect(field(mine, 'contactable')).toHaveValue('99');

  await mine.getByRole('link', { name: 'Contact policy' }).click();
  await mine.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(mine).toHaveURL(/settings\/priorities/);
  await save(mine);
  await expect(field(theirs, 'promised')).toHaveValue('201');

  const old = theirs.getByRole('region', { name: 'History' }).locator('details').nth(2);
  await old.locator('summary').click();
  await old.getByRole('button', { name: 'Put into the form' }).click();
  await save(theirs);
  await expect(field(mine, 'promised')).toHaveValue('250');
});
