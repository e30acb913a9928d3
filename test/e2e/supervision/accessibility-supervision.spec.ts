import { expectNothing } from '../support/axe.js';
import { hrefIn, settled } from '../support/places.js';
import { account, openBrowser, signIn } from '../support/sign-in.js';
import { test } from '../support/test.js';

// Each place is looked at twice, by light and by dark.
test.describe.configure({ timeout: 300_000 });

test('axe finds nothing on what people do, their recordings and what is unusual of it', async ({
  browser,
}) => {
  const page = await openBrowser(browser);
  await signIn(page, account('supervisor'));
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
  const page = await openBrowser(browser);
  await signIn(page, account('supervisor'));
  for (const path of ['complaints', 'add/complaint', 'complaints/report', 'stops', 'add/stop']) {
    await settled(page, path);
    await expectNothing(page, path);
  }
  await settled(page, await hrefIn(page, 'complaints', 'complaint/'));
  await expectNothing(page, 'a complaint');
});

test('axe finds nothing on the organisation and its configuration', async ({ browser }) => {
  const page = await openBrowser(browser);
  await signIn(page, account('admin'));
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
