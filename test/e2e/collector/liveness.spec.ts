import { expect, type Browser, type Page } from '@playwright/test';
import { account } from '../support/accounts.js';
import { openBrowser } from '../support/browsers.js';
import { sendForm } from '../support/sign-in.js';
import { test } from '../support/test.js';

// Chromium's own camera: a moving picture, and permission without a question.
test.use({
  launchOptions: {
    executablePath: process.env['RECOUP_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
});
test.afterEach(() => control('DELETE'));

async function control(method: 'POST' | 'DELETE', faults?: object): Promise<void> {
  await fetch(`${process.env['SANDBOX_URL']}/control/liveness`, {
    method,
    ...(faults ? { body: JSON.stringify(faults), headers: { 'content-type': 'application/json' } } : {}),
  });
}

async function atTheCamera(browser: Browser): Promise<Page> {
  const page = await openBrowser(browser);
  await sendForm(page, account('member', 'CAMERA'));
  await expect(page.locator('video')).toBeVisible();
  await expect(page.locator('.login-submit')).toBeEnabled();
  return page;
}

test('the camera sends a picture of 400 x 400, and the session opens', async ({ browser }) => {
  const page = await atTheCamera(browser);
  const sent = page.waitForRequest(/getSilenceLiveNessResult/);
  await page.locator('.login-submit').click();
  const { base64Img } = (await sent).postDataJSON() as { base64Img: string };
  expect(jpegSize(base64Img)).toEqual([400, 400]);
  await expect(page).toHaveURL(/#\/case\/list/);
});

test('a camera that was refused is tried again; back keeps the name, cancel empties the form', async ({
  browser,
}) => {
  const page = await openBrowser(browser);
  await page.addInitScript({
    content: `const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      let asked = 0;
      navigator.mediaDevices.getUserMedia = (wish) =>
        asked++ === 0 ? Promise.reject(new DOMException('', 'NotAllowedError')) : ask(wish);`,
  });
  const who = account('member', 'CAMERA');
  const username = page.locator('input[name=username]');
  await sendForm(page, who);
  await expect(page.getByText('cannot access camera, check permissions')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Check' })).toBeFocused();
  await expect(page.getByText('cannot access camera')).toHaveCount(0);
  const left = page.waitForResponse(/login\/out/);
  await page.keyboard.press('Escape');
  await left;
  await expect(username).toHaveValue(who.username);
  await expect(page.locator('input[name=password]')).toBeFocused();
  await sendForm(page, who);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(username).toHaveValue('');
  await expect(username).toBeFocused();
  await page.goto('/#/case/list');
  await expect(page).toHaveURL(/#\/login$/);
});

/** Width and height, from the JPEG's frame header. */
function jpegSize(url: string): number[] {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return [];
}

test('three refused faces in a row lead back to the form, and open nothing', async ({ browser }) => {
  await control('POST', { refuse: true });
  const page = await atTheCamera(browser);
  for (let times = 1; times <= 2; times++) {
    const answered = page.waitForResponse(/getSilenceLiveNessResult/);
    await page.locator('.login-submit').click();
    await answered;
    await expect(page.getByText('liveness detection failed, please retry')).toBeVisible();
    await expect(page.locator('.login-submit')).toBeEnabled();
  }
  await page.locator('.login-submit').click();
  await expect(page.getByText('face recognition failed three times, please log in again')).toBeVisible();
  await expect(page.locator('input[name=username]')).toBeVisible();
  await page.goto('/#/case/list');
  await expect(page).toHaveURL(/#\/login$/);
});

test("the provider's page opens the session, or leads back to the form", async ({ browser }) => {
  const page = await openBrowser(browser);
  await sendForm(page, account('member', 'PAGE'));
  await page.frameLocator('.login-frame').locator('#refused').click();
  await expect(page.getByText('liveness detection failed, please retry')).toBeVisible();
  await sendForm(page, account('member', 'PAGE'));
  await page.frameLocator('.login-frame').locator('#live').click();
  await expect(page).toHaveURL(/#\/case\/list/);
});
