// npm run pictures [-- name ...]: pictures of every screen in docs/pictures, taken of the demo that runs here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from './lib/services/chromium.mjs';
import { readJson } from './lib/files.mjs';
import { shots } from './lib/shots.mjs';
import { dataDir, root } from './lib/paths.mjs';
import { main, Problem } from './lib/process.mjs';
import { addressFile } from './lib/stack.mjs';

const SETTLED_MS = 20_000;

main(async () => {
  const { url } = readJson(addressFile(dataDir())) ?? {};
  if (!url) throw new Problem('Start the demo first: npm start.');
  const accounts = JSON.parse(readFileSync(join(dataDir(), 'demo-accounts.json'), 'utf8'));
  const names = process.argv.slice(2);
  const wanted = shots.filter(({ name }) => names.length === 0 || names.includes(name));
  const executablePath = await ensureChromium(console.log);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    for (const who of [...new Set(wanted.map((shot) => shot.who))]) {
      const person = await signIn(browser, url, accounts, who);
      for (const shot of wanted.filter((one) => one.who === who)) await take(person, url, shot);
      await person.context().close();
    }
  } finally {
    await browser.close();
  }
});

async function signIn(browser, url, accounts, who) {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.goto('/#/login');
  if (who === 'nobody') return page;
  const { username, password } = accounts.find(({ role, liveness }) => role === who && !liveness);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('.login-alternative button').click();
  await page.locator('.login-solved').waitFor({ timeout: SETTLED_MS });
  await page.locator('button[type=submit]').click();
  await page.waitForURL((address) => !address.hash.startsWith('#/login'));
  return page;
}

/** @param shot name of the file, path of the screen or how to come to it, language, theme, size */
async function take(
  page,
  url,
  { name, path, open, language = 'en', theme = 'light', width = 1280, height = 800 },
) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate((lang) => localStorage.setItem('lang', lang), language);
  await page.goto('about:blank');
  await page.goto(`${url}/#${typeof path === 'function' ? await path(page, url) : path}`);
  await settled(page);
  if (open) {
    await open(page);
    await settled(page);
  }
  await page.screenshot({ path: join(root, 'docs/pictures', `${name}.png`) });
  console.log(name);
}

/** Nothing is being fetched, and no skeleton stands in the place of what was. */
async function settled(page) {
  await page.waitForLoadState('networkidle', { timeout: SETTLED_MS });
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && !document.querySelector('.skeleton, [aria-busy=true]'),
    undefined,
    { timeout: SETTLED_MS },
  );
}
