import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import { hrefIn, settled } from '../support/places.js';
import { test } from '../support/test.js';

test('axe finds nothing on what people do, their recordings and what is unusual of it', async ({
  browser,
}) => {
  const page = await enter(browser, account('supervisor'));
  await settled(page, 'dataMonitoring');
  await expectNothing(page, 'data monitoring');
  for (const path of ['anomalies', 'listening', 'quality', 'quality/report']) {
    await settled(page, path);
    await expectNothing(page, path);
  }
  await settled(page, await hrefIn(page, 'dataMonitoring', 'behaviorDetail/'));
  await expectNothing(page, 'a record');
});

test('axe finds nothing on complaints and stops', async ({ browser }) => {
  const page = await enter(browser, account('supervisor'));
  for (const path of ['complaints', 'add/complaint', 'complaints/report', 'stops', 'add/stop']) {
    await settled(page, path);
    await expectNothing(page, path);
  }
  await settled(page, await hrefIn(page, 'complaints', 'complaint/'));
  await expectNothing(page, 'a complaint');
});

test('axe finds nothing on the organisation and its configuration', async ({ browser }) => {
  const page = await enter(browser, account('admin'));
  for (const path of [
    'institutionalManagement/institutions',
    'institutionalManagement/permissions',
    'institutionalManagement/accounts',
    'softPhone',
    'users/upload',
    'system',
    'system/whiteList',
    'system/approvals',
    'system/kiosks',
    'monitor/rules',
    'audit',
    'jobs',
    'setup',
  ]) {
    await settled(page, path);
    await expectNothing(page, path);
  }
});
