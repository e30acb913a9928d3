import { expect, type Browser } from '@playwright/test';
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
    const code = await page.evaluate<string>(
      `fetch('/api/msg/addMsg', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': localStorage.getItem('token') },
        body: ${JSON.stringify(JSON.stringify(message))},
      }).then((answer) => answer.json()).then(({ code }) => String(code))`,
    );
    expect(code).toBe('00');
  }
  await page.context().close();
}
