import { expect, type Browser } from '@playwright/test';
import { post } from './calls.js';
import { account, openBrowser, signIn } from './sign-in.js';

/** The administrator publishes violation announcements for everybody of the institution. */
export async function announce(browser: Browser, names: readonly string[]): Promise<void> {
  const page = await openBrowser(browser);
  await signIn(page, account('admin'));
  for (const name of names) {
    const message = {
      kind: 'VIOLATION',
      name,
      irregularities: 'Rude to a borrower',
      processResult: 'Warned',
    };
    const { code } = await post(page, 'msg/addMsg', message);
    expect(code).toBe('00');
  }
  await page.context().close();
}
