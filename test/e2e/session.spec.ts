import { expect } from '@playwright/test';
import { account } from './support/accounts.js';
import { enter, openBrowser } from './support/browsers.js';
import { sendForm, signIn } from './support/sign-in.js';
import { test } from './support/test.js';
import { wordsOf } from './support/words.js';

test('routes and guard are as specified', async ({ browser }) => {
  const page = await openBrowser(browser);
  for (const address of ['/#/', '/#/case/list', '/#/no-such-screen', '/#/task/1/2']) {
    await page.goto(address);
    await expect(page).toHaveURL(/#\/login$/);
  }
  await signIn(page, account('member'));
  await expect(page).toHaveURL(/#\/case\/list/);
  await page.goto('/#/');
  await expect(page).toHaveURL(/#\/case\/list/);
  await page.goto('/#/no-such-screen');
  await expect(page).toHaveURL(/#\/login$/);
});

test('a link that is followed while the first page still loads leads where it says', async ({ browser }) => {
  const heading = wordsOf('en')('monitoring:list.promises');
  for (let time = 0; time < 5; time++) {
    const page = await enter(browser, account('leader'));
    await page.evaluate(`fetch('/').then((answer) => answer.text())`);
    await page.goto('/#/promises');
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await page.context().close();
  }
});

test('a second sign-in ends the first at once, and says so', async ({ browser }) => {
  const first = await openBrowser(browser);
  const second = await openBrowser(browser);
  await signIn(first, account('supervisor'));
  await expect(first.getByText(account('supervisor').name).first()).toBeVisible();
  await signIn(second, account('supervisor'));
  await expect(first.getByRole('dialog').or(first.locator('input[name=username]')).first()).toBeVisible();
});

test('a page that nobody uses warns before its session ends, and an act keeps it', async ({ browser }) => {
  const page = await openBrowser(browser);
  await page.clock.install();
  await signIn(page, account('supervisor'));
  await expect(page.getByText(account('supervisor').name).first()).toBeVisible();
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await page.clock.fastForward('06:00:00');
  await expect(warning).toBeHidden();
  await page.clock.fastForward('05:59:20');
  await expect(warning).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeFocused();
  // Requests of the page itself, due after twelve hours, may go out beside it.
  const attended = page.waitForRequest(
    (request) =>
      request.url().includes('login/currentUser') && request.headers()['x-unattended'] === undefined,
  );
  await page.keyboard.press('Enter');
  await attended;
  await expect(warning).toBeHidden();
  await page.clock.fastForward('06:00:00');
  await expect(warning).toBeHidden();
});

test('a wrong password is refused with the specified words, and the captcha is renewed', async ({
  browser,
}) => {
  const page = await openBrowser(browser);
  await page.goto('/#/login');
  await page.locator('input[name=username]').fill('nobody.known');
  await page.locator('input[name=password]').fill('not-the-password');
  await page.locator('.login-alternative button').click();
  await expect(page.locator('.login-solved')).toBeVisible();
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('wrong password or username')).toBeVisible();
  await expect(page.locator('.login-captcha img')).toBeVisible();
});

test('a browser that is asked for a harder proof works it out by itself, and is let in by it', async ({
  browser,
}) => {
  const page = await openBrowser(browser);
  const who = account('supervisor');
  const message = 'Too many failures from your address';
  const refusal = { code: '11', message, data: { fields: [{ field: 'altcha', message }] } };
  await page.route(/\/api\/login\/in/, (route) => route.fulfill({ json: refusal }), { times: 1 });
  const harder = page.waitForRequest(/login\/altcha\?harder=1/);
  await sendForm(page, who);
  await expect(page.getByText(message)).toBeVisible();
  await harder;
  await expect(page.locator('.login-solved')).toBeVisible();
  await expect(page.locator('input[name=password]')).toHaveValue(who.password);
  const sent = page.waitForRequest(/login\/in/);
  await page.locator('button[type=submit]').click();
  const { altcha } = (await sent).postDataJSON() as { altcha: string };
  const proof = JSON.parse(atob(altcha)) as { challenge: { parameters: { keyPrefix: string } } };
  expect(proof.challenge.parameters.keyPrefix).toBe('000');
  await expect(page).not.toHaveURL(/#\/login/);
});

test('each language has its own words on the sign-in page', async ({ browser }) => {
  for (const [language, word] of [
    ['cn', '登录'],
    ['en', 'Log in'],
    ['es', 'Iniciar sesión'],
  ] as const) {
    const page = await openBrowser(browser, language);
    await page.goto('/#/login');
    await expect(page.locator('button[type=submit]')).toHaveText(new RegExp(word, 'i'));
  }
});
