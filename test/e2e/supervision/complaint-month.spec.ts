import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const say = wordsOf('es');

test('a complaint gets its cause, and a month without one is confirmed and sent as zero', async ({
  browser,
}) => {
  const page = await enter(browser, account('supervisor'), { language: 'es' });
  await page.goto('/#/complaints?causeId=0');
  await page.locator('.ag-row a[href^="#/complaint/"]').first().click();
  await expect(page.getByText(say('complaints:steps'))).toBeVisible();
  await page.getByRole('button', { name: say('complaints:act.classify') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').click();
  await page.getByText('Amenazas o insultos').last().click();
  await dialog.getByRole('button', { name: say('complaints:act.classify') }).click();
  await expect(page.getByText(say('complaints:step.classify'))).toBeVisible();

  await page.goto('/#/complaint/month/2026-10');
  await expect(page.getByText(say('complaint-months:state.LATE'))).toBeVisible();
  await page.getByRole('button', { name: say('complaint-months:act.confirm') }).click();
  await dialog.getByRole('button', { name: say('complaint-months:act.confirm') }).click();
  await expect(page.getByText(say('complaint-months:state.CONFIRMED'))).toBeVisible();
  await expectNothing(page, 'complaint-month');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say('complaint-months:file') }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [heads, ...lines] = text.trim().split(/\r?\n/);
  expect(heads).toContain('Clave de causa');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^2026-10,.*,0,0,0,0$/);
});
