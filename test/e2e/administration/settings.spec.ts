import { expect, type Locator, type Page } from '@playwright/test';
import { account, otherAdmin } from '../support/accounts.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';
import { approveWaiting } from '../support/waiting.js';

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const inForce = (page: Page) => page.locator('.setting-in-force');

/** The versions of the setting, newest first, and how many there are before a change. */
async function versionsOf(page: Page): Promise<{ versions: Locator; count: number }> {
  const versions = page.getByRole('region', { name: 'History' }).locator('details');
  await expect(versions.first()).toBeVisible();
  return { versions, count: await versions.count() };
}

const more = (value: string) => String(Number(value) + 1);

async function open(page: Page, place: string, name: string): Promise<string> {
  // The list that sign-in leads to may still be writing its own address.
  await expect(page.locator('.ag-row').first()).toBeVisible();
  await page.goto(`/#/settings/${place}`);
  await expect(field(page, name)).toBeVisible();
  return field(page, name).inputValue();
}

async function change(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value);
  await field(page, name).press('Control+Enter');
}

for (const [place, name] of [
  ['priorities', 'contactable'],
  ['messageLimits', 'accountPerDay'],
  ['contactPolicy', 'attempts.apartMinutes'],
] as const)
  test(`an administrator changes ${place}, and the other one's open screen follows`, async ({ browser }) => {
    const mine = await enter(browser, account('admin'));
    const theirs = await enter(browser, otherAdmin());
    const before = await open(mine, place, name);
    await open(theirs, place, name);
    const { versions, count } = await versionsOf(theirs);

    const after = more(before);
    await change(mine, name, after);
    await expect(field(theirs, name)).toHaveValue(after);
    await expect(inForce(theirs)).toContainText(account('admin').name);
    await expect(theirs.locator('.entity-followed')).toContainText(account('admin').name);

    // The trial is taken back, from the history.
    await expect(versions).toHaveCount(count + 1);
    const old = versions.nth(1);
    await old.locator('summary').click();
    if (place === 'contactPolicy') {
      await old.getByRole('button', { name: 'Bring back' }).click();
      await theirs.locator('.ant-popconfirm').getByRole('button', { name: 'Bring back' }).click();
      // It loosens: whoever asks for it does not decide.
      await expect(theirs.getByText('You asked for it; another administrator decides.')).toBeVisible();
      await approveWaiting(mine, 'As it was');
      await expect(theirs.getByText(`approved by ${account('admin').name}`).first()).toBeVisible();
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
  const mine = await enter(browser, account('admin'));
  const theirs = await enter(browser, otherAdmin());
  const promised = await open(mine, 'priorities', 'promised');
  const contactable = more(await open(theirs, 'priorities', 'contactable'));
  const { versions, count } = await versionsOf(theirs);

  await field(mine, 'promised').fill('2001');
  await expect(mine.getByText('From 0 to 1,000, whole numbers')).toBeVisible();
  await field(mine, 'promised').fill(more(promised));
  await change(theirs, 'contactable', contactable);
  await expect(mine.getByRole('alert')).toContainText(otherAdmin().name);
  await expect(field(mine, 'promised')).toHaveValue(more(promised));
  await mine.getByRole('button', { name: 'Keep mine on top of it' }).click();
  await expect(field(mine, 'contactable')).toHaveValue(contactable);

  await mine.getByRole('link', { name: 'Contact policy' }).click();
  await mine.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(mine).toHaveURL(/settings\/priorities/);
  await save(mine);
  await expect(field(theirs, 'promised')).toHaveValue(more(promised));

  await expect(versions).toHaveCount(count + 2);
  const old = versions.nth(2);
  await old.locator('summary').click();
  await old.getByRole('button', { name: 'Put into the form' }).click();
  await save(theirs);
  await expect(field(mine, 'promised')).toHaveValue(promised);
});
