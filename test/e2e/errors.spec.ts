import { expect, type Browser, type Page, type Route } from '@playwright/test';
import { account } from './support/accounts.js';
import { enter, openBrowser } from './support/browsers.js';
import { sendForm } from './support/sign-in.js';
import { test } from './support/test.js';

/** The error catalogue of the specification's section 8, each row seen in a browser. */

const answerWith = (page: Page, path: RegExp, answer: object) =>
  page.route(path, (route) => route.fulfill({ json: answer }));

async function atTheList(browser: Browser): Promise<Page> {
  const page = await enter(browser, account('supervisor'));
  await expect(page.locator('.ag-row a[href^="#/task/"]').first()).toBeVisible();
  return page;
}

interface Stored {
  local: string[];
  cookies: string;
}
/** Keys of the local storage that know somebody, and the readable cookies. */
const stored = (page: Page) =>
  page.evaluate<Stored>(
    '({ local: Object.keys(localStorage).filter((key) => /token|user/i.test(key)), cookies: document.cookie })',
  );

for (const code of ['02', '-1']) {
  test(`code ${code} clears what is stored, leads to the form and says the server’s words once`, async ({
    browser,
  }) => {
    const page = await atTheList(browser);
    const words = `the server said ${code}`;
    await answerWith(page, /\/api\/task\//, { code, message: words, data: null });
    await page.goto('/#/case/list?group=inCollection');
    await expect(page).toHaveURL(/#\/login$/);
    await expect(page.getByText(words)).toHaveCount(1);
    expect(await stored(page)).toEqual({ local: [], cookies: '' });
  });
}

test('any other code shows the server’s words, and the screen stays', async ({ browser }) => {
  const page = await atTheList(browser);
  const asked: Route[] = [];
  await page.route(/\/api\/task\/listing/, (route) => void asked.push(route));
  await page.goto('/#/case/list?group=inCollection');
  // Rows of the question before say so while they wait, and never stand for an answer that failed.
  await expect(page.locator('.rows-waiting .ag-row').first()).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await asked[0]!.fulfill({ json: { code: '23', message: 'somebody was faster', data: null } });
  await expect(page.getByText('somebody was faster').first()).toBeVisible();
  await expect(page.locator('.generic-table .ag-row')).toHaveCount(0);
  await expect(page).toHaveURL(/#\/case\/list/);
});

test('a lost network says "no server"', async ({ browser }) => {
  const page = await atTheList(browser);
  await page.route(/\/api\/task\/listing/, (route) => route.abort());
  await page.goto('/#/case/list?group=inCollection');
  await expect(page.getByText('no server').first()).toBeVisible();
});

/** A call result that nobody has saved, while the server says that the session is over. */
async function endedWhileTyping(browser: Browser): Promise<Page> {
  const page = await enter(browser, account('member'));
  // The last: other journeys begin at the top, and a draft stays where it was typed.
  await page.locator('.ag-row a[href^="#/task/"]').last().click();
  await page.locator('textarea[name=notes]').fill('he asked to be called in the evening');
  const form = page.getByRole('form', { name: 'Call result' });
  await form.getByRole('button', { name: 'No answer', exact: true }).click();
  await answerWith(page, /\/api\/task\/record/, { code: '02', message: 'your session is over', data: null });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('your session is over');
  return page;
}

test('who would lose something typed may stay', async ({ browser }) => {
  const page = await endedWhileTyping(browser);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('textarea[name=notes]')).toHaveValue(/evening/);
  await expect(page).toHaveURL(/#\/task\//);
});

test('who would lose something typed may leave for the sign-in page', async ({ browser }) => {
  const page = await endedWhileTyping(browser);
  await page.getByRole('dialog').getByRole('button', { name: 'To the login page' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  expect(await stored(page)).toEqual({ local: [], cookies: '' });
});

/** The liveness check of the demo's account, with a camera that this script bends first. */
async function withCamera(browser: Browser, script: string): Promise<Page> {
  const page = await openBrowser(browser);
  await page.addInitScript({ content: script });
  await sendForm(page, account('member', 'CAMERA'));
  return page;
}
const noCamera = (name: string) =>
  `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'));`;

test('a camera that was refused, or does not start, is said as such', async ({ browser }) => {
  const refused = await withCamera(browser, noCamera('NotAllowedError'));
  await expect(refused.getByText('cannot access camera, check permissions')).toBeVisible();
  const broken = await withCamera(browser, noCamera('NotReadableError'));
  await expect(broken.getByText('failed to start camera')).toBeVisible();
});

test('a picture that cannot be drawn is said as such', async ({ browser }) => {
  const page = await withCamera(
    browser,
    `const canvas = document.createElement('canvas');
     const pen = canvas.getContext('2d');
     setInterval(() => pen.fillRect(0, 0, 9, 9), 50);
     navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
     HTMLCanvasElement.prototype.getContext = () => null;`,
  );
  await page.locator('.login-submit').click();
  await expect(page.getByText('page drawing failed, refresh and retry')).toBeVisible();
});

for (const code of [400, 401, 403, 404, 408, 409, 410]) {
  test(`the liveness page’s code ${code} leads back to the form`, async ({ browser }) => {
    const page = await openBrowser(browser);
    await page.route(/\/liveness\/page/, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>parent.postMessage({ code: ${code} }, '*')</script>`,
      }),
    );
    await sendForm(page, account('member', 'PAGE'));
    await expect(page.getByText('liveness detection failed, please retry')).toBeVisible();
    await expect(page.locator('input[name=username]')).toBeVisible();
    expect(await stored(page)).toMatchObject({ local: [] });
  });
}
