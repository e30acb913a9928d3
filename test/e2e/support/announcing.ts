import { expect } from '@playwright/test';
import { account } from './accounts.js';
import { callAs } from './calls.js';

/** The administrator publishes violation announcements for everybody of the institution. */
export async function announce(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const message = {
      kind: 'VIOLATION',
      name,
      irregularities: 'Rude to a borrower',
      processResult: 'Warned',
    };
    const { code } = await callAs(account('admin'), 'msg/addMsg', message);
    expect(code).toBe('00');
  }
}
