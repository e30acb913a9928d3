import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import { hrefIn, settled } from '../support/places.js';
import { test } from '../support/test.js';

test('axe finds nothing on the queues, their cases and handing out', async ({ browser }) => {
  const page = await enter(browser, account('admin'));
  const cases = await hrefIn(page, 'queue?type=AUTOMATIC', 'queue/list/');
  const id = cases.split('/').at(-1)!;
  await expectNothing(page, 'queues');
  for (const path of [`${cases}?state=assigned`, `queueAbout/${id}`, 'addQueue', 'queue/uncovered']) {
    await settled(page, path);
    await expectNothing(page, path);
  }
  await settled(page, `${cases}?state=assigned`);
  await page.locator('.ag-row').first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Bind (1)', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothing(page, 'binding');
  await settled(page, `queue/plan/${id}`);
  await expectNothing(page, 'hand out');
});

test('axe finds nothing on the seat schedule and the planning of a day', async ({ browser }) => {
  const page = await enter(browser, account('leader'));
  await settled(page, 'seatingSchedule');
  await expectNothing(page, 'schedule');
  await settled(page, 'seatingSchedule/whatIf');
  await expectNothing(page, 'what if');
});

test('axe finds nothing on the indicators', async ({ browser }) => {
  const page = await enter(browser, account('admin'));
  const indicator = await hrefIn(page, 'indicators', 'indicator/');
  await expectNothing(page, 'indicators');
  for (const path of [indicator, 'add/indicator']) {
    await settled(page, path);
    await expectNothing(page, path);
  }
});

test('axe finds nothing on the board, live and looked back to, and on the teams', async ({ browser }) => {
  const page = await enter(browser, account('leader'));
  await settled(page, 'dashboard');
  await expect(page.getByRole('row').filter({ hasText: account('member').name })).toBeVisible();
  await expectNothing(page, 'board');
  await page.locator('.board-slider input').focus();
  await page.keyboard.press('PageDown');
  await expect(page.locator('.board-stamp-still')).not.toBeEmpty();
  await expect(page.locator('.board-busy')).toHaveCount(0);
  await expectNothing(page, 'an earlier minute');
  await settled(page, 'dashboard?wall=1');
  await expectNothing(page, 'wallboard');
  const supervisor = await enter(browser, account('supervisor'));
  await settled(supervisor, 'dashboard/teams');
  await expectNothing(supervisor, 'teams');
});

test('axe finds nothing on promises, requests, presence and ranks', async ({ browser }) => {
  const page = await enter(browser, account('leader'));
  for (const path of ['promises', 'requests', 'presence', 'ranks']) {
    await settled(page, path);
    await expectNothing(page, path);
  }
  const person = await hrefIn(page, 'presence', 'presence/');
  await settled(page, person);
  await expectNothing(page, 'the day of one');
  await settled(page, await hrefIn(page, person, 'dashboard/events/'));
  await expectNothing(page, 'the events of a day');
});
