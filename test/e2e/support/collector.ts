import { expect, type Page } from '@playwright/test';
import type { CasePage } from '../../../contract/cases/cases.js';
import type { ContactPreview } from '../../../contract/contact/contact-compliance.js';
import { get } from './calls.js';

/** Finds what a collector sees and presses, in no language. */

export const amountDue = (page: Page) => page.locator('.case-amount');

/** "$1,234.50" to 123450 centavos. */
export const centavos = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100);

export const dueOf = async (page: Page) => centavos(await amountDue(page).innerText());

/** Loan number of the row that the keyboard stands on; empty while it stands on none. */
export async function standsOn(page: Page): Promise<string> {
  const loan = page.locator('.ag-row:has(.ag-cell-focus) a[href^="#/task/"]');
  return (await loan.count()) === 0 ? '' : (await loan.first().innerText()).trim();
}

/** Loan numbers in the order of the list. Rows are drawn in any order: each says where it stands. */
export async function loansInOrder(page: Page): Promise<string[]> {
  const rows = await page.locator('.ag-row:has(a[href^="#/task/"])').all();
  const placed = await Promise.all(
    rows.map(async (row) => ({
      at: Number(await row.getAttribute('row-index')),
      loan: (await row.locator('a[href^="#/task/"]').innerText()).trim(),
    })),
  );
  return placed.sort((one, other) => one.at - other.at).map(({ loan }) => loan);
}

/** Other journeys have called, held and settled the first ones before. */
const MOST_TRIED = 40;
const ENOUGH_DUE = 50_000;
/** The sandbox's borrowers go by the last digit of their number. */
const ANSWERS = /[0-6]$/;

/**
 * Opens one of the person's cases that owes enough for parts to be paid, and whose contact may be called now and would
 * answer.
 *
 * @returns its loan number
 */
export async function openCallable(page: Page): Promise<string> {
  const { result } = await get<CasePage>(page, `task/listing?size=${MOST_TRIED}`);
  for (const { id, loanId, amount, borrowerPhone } of result) {
    if (amount <= ENOUGH_DUE || !ANSWERS.test(borrowerPhone)) continue;
    const { contacts } = await get<ContactPreview>(page, `contact/preview?taskId=${id}`);
    if (!contacts[0]?.channels.CALL.allow) continue;
    await page.goto(`/#/task/${id}/${encodeURIComponent(loanId)}`);
    await expect(page.locator('.case-loan, .case-number').filter({ hasText: loanId }).first()).toBeVisible();
    if (await isCallable(page)) return loanId;
  }
  throw new Error(`None of ${MOST_TRIED} cases can be called.`);
}

/**
 * The same by the keyboard alone: down the list, into each case and back to its row, until one that can be called.
 *
 * @returns the loan number of the case, which is open then
 */
export async function walkToCallable(page: Page): Promise<string> {
  for (let tried = 0; tried < MOST_TRIED; tried++) {
    const before = await standsOn(page);
    await page.keyboard.press('j');
    await expect.poll(() => standsOn(page)).not.toBe(before);
    const loan = await standsOn(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/task\//);
    if (await isCallable(page)) return loan;
    await backToRow(page, loan);
  }
  throw new Error(`None of ${MOST_TRIED} cases can be called.`);
}

/** Esc leads back to the list, to the row of this loan. */
export async function backToRow(page: Page, loan: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/case\/list/);
  await expect.poll(() => standsOn(page)).toBe(loan);
}

async function isCallable(page: Page): Promise<boolean> {
  await expect(amountDue(page)).toBeVisible();
  const contact = page.locator('.case-contact-on');
  const light = contact.locator('.guard-light');
  await expect(contact.or(page.locator('.case-contacts .muted')).first()).toBeVisible();
  if ((await contact.count()) === 0) return false;
  await expect(light).toBeVisible();
  const number = await contact.locator('.case-contact-button .figure').first().innerText();
  const mayCall = /guard-green/.test((await light.getAttribute('class')) ?? '');
  return mayCall && ANSWERS.test(number.trim()) && (await dueOf(page)) > ENOUGH_DUE;
}

/** Writes down every state of the call that its panel shows: a poll might come too late for one that lasts three seconds. */
export async function watchCall(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`
    window.callStates = [];
    new MutationObserver(() => {
      const state = document.querySelector('.call-panel')?.dataset.state;
      if (state && state !== 'NONE' && window.callStates.at(-1) !== state) window.callStates.push(state);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  `);
  return () => page.evaluate<string[]>('window.callStates');
}
