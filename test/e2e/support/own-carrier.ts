import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '../../../contract/codes.js';
import { startSandbox } from '../../../sandbox/sandbox.js';
import { expectNothing } from './axe.js';
import { fill, save } from './setting-up.js';
import { wordsOf } from './words.js';

const SECRET = 'of-the-own-carrier-alone';
const NOTHING = 'not-asked-here';

/**
 * Connects a carrier of one's own by the browser: one administrator asks, the other one approves, and the carrier takes a
 * message to a number of the house. Then the site goes back to what its host has configured.
 */
export async function connectCarrier(page: Page, other: Page): Promise<void> {
  const carrier = await startSandbox({
    ...{ port: 0, productUrl: new URL(page.url()).origin, worldNow: () => new Date() },
    secrets: {
      ...{ paymentHmac: NOTHING, telephonyHmac: NOTHING, carrierHmac: SECRET },
      ...{ debitHmac: NOTHING, livenessHmac: NOTHING, ipHmac: NOTHING, mailHmac: NOTHING },
    },
  });
  await other.goto('/#/system/connection/carrier');
  await page.goto('/#/system/connections');
  await page.getByRole('link', { name: 'messages' }).click();
  await fill(page, { address: 'http://169.254.169.254', secret: SECRET, reason: 'Our own carrier' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('No provider has such an address.')).toBeVisible();
  await fill(page, { address: carrier.url });
  await save(page);
  await expect(page.getByText('Another administrator decides it.')).toBeVisible();
  await approve(other);
  const status = page.locator('.page-header').getByText('Connected');
  await expect(status).toBeVisible();
  await page.getByLabel('Number of your house for a message').fill('55 1234 5678');
  await page.getByRole('button', { name: 'Test now' }).click();
  await expect(page.getByText('Ready: it takes our signature')).toBeVisible();
  await expect(page.getByText('It took the message: see whether it arrives.')).toBeVisible();
  expect(carrier.controls['carrier']!.log(null)).toMatchObject({ total: 1 });
  await inEachLanguage(page);
  await fill(page, { address: '', reason: 'Back to the trial' });
  await save(page);
  await approve(other);
  await expect(page.locator('.page-header').getByText('Simulated')).toBeVisible();
  await carrier.close();
}

async function approve(other: Page): Promise<void> {
  await other.getByRole('button', { name: 'Approve' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('textbox').fill('As the contract says');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toBeHidden();
}

async function inEachLanguage(page: Page): Promise<void> {
  const look = await page.context().newPage();
  for (const language of LANGUAGES) {
    await look.addInitScript({ content: `localStorage.setItem('lang', '${language}')` });
    await look.goto('/#/system/connection/carrier');
    await look.reload();
    await expect(look.getByText(wordsOf(language)('connections:handOver.hint'))).toBeVisible();
    await expectNothing(look, `connection, ${language}`, '.page');
  }
  await look.close();
  // The tabs of a browser share its language.
  await page.evaluate(`localStorage.setItem('lang', 'en')`);
}
