import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { breakable } from '../support/breakable.js';
import { enter, openBrowser } from '../support/browsers.js';
import { test } from '../support/test.js';
import { wordsOf } from '../support/words.js';

const say = wordsOf('es');

test('a supervisor sees what a collector does as it happens, can stand still, and opens the record', async ({
  browser,
}) => {
  const collector = await enter(browser, account('member'), { language: 'es' });
  const supervisor = await openBrowser(browser, 'es', account('supervisor'));
  const away = await breakable(supervisor);
  const { username, name } = account('member');
  await supervisor.goto(`/#/dataMonitoring?username=${username}&pages=shown`);
  await expect(supervisor.getByRole('heading', { name: say('monitoring:title') })).toBeVisible();
  const grid = supervisor.getByRole('region', { name: say('monitoring:view.behaviour') });
  const newest = grid.locator('.ag-row[row-index="0"]');
  await expect(supervisor.getByText(say('monitoring:state.live'), { exact: true })).toBeVisible();

  await collector.goto('/#/statistics');
  await expect(newest).toContainText('/statistics');
  await expect(newest).toContainText(name);

  await supervisor.getByRole('button', { name: say('monitoring:pause') }).press('Enter');
  await collector.goto('/#/case/list');
  await expect(supervisor.getByText(say('monitoring:state.paused', { fresh: 1 }))).toBeVisible();
  await expect(newest).toContainText('/statistics');
  await supervisor.getByRole('button', { name: say('monitoring:resume') }).press('Enter');
  await expect(newest).toContainText('/case/list');

  await away(true);
  await expect(supervisor.getByText(say('monitoring:state.lost'))).toBeVisible();
  await collector.goto('/#/statistics');
  await away(false);
  await expect(newest).toContainText('/statistics');

  await newest.getByRole('link', { name: say('monitoring:type.PAGE') }).press('Enter');
  await expect(supervisor).toHaveURL(/#\/behaviorDetail\/\d+/);
  await expect(supervisor.getByRole('definition').filter({ hasText: username })).toBeVisible();
  await expect(supervisor.locator('.behaviour-around [aria-current]')).toContainText('/statistics');
});

test('calls are brought together by number, and leave as a file, which is seen as it happens', async ({
  browser,
}) => {
  const page = await enter(browser, account('supervisor'), {
    at: 'dataMonitoring?view=calls&by=number',
    language: 'es',
  });
  const folded = page.getByRole('region', { name: say('monitoring:by.number') });
  await expect(folded.locator('.ag-row').first()).toContainText('••••');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say('lists:export') }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^Demo-calls-\d{4}-\d\d-\d\d\.csv$/);
  const { username } = account('supervisor');
  await page.goto(`/#/dataMonitoring?username=${username}&type=EXPORT`);
  const grid = page.getByRole('region', { name: say('monitoring:view.behaviour') });
  await expect(grid.locator('.ag-row').first()).toContainText(say('monitoring:list.calls'));
});

test('a rule that finds too much says how much of it is not kept', async ({ browser }) => {
  const page = await openBrowser(browser, 'es', account('supervisor'));
  await page.route(/user\/behavior\/anomalies/, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object };
    const data = { ...answer.data, capped: [{ rule: 'nightWork', heldBack: 3 }] };
    await route.fulfill({ json: { ...answer, data } });
  });
  await page.goto('/#/anomalies');
  const rule = say('anomalies:rule.nightWork');
  await expect(page.getByRole('note')).toHaveText(say('anomalies:capped_other', { rule, count: 3 }));
  // The page may be asking again: its answer has to be there before the page goes.
  await page.unrouteAll({ behavior: 'wait' });
});
