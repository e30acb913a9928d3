import { account } from './accounts.js';
import { callerOf } from './calls.js';

/** The administrator publishes violation announcements for everybody of the institution. */
export async function announce(names: readonly string[]): Promise<void> {
  const admin = await callerOf(account('admin'));
  for (const name of names)
    await admin.post('msg/addMsg', {
      kind: 'VIOLATION',
      name,
      irregularities: 'Rude to a borrower',
      processResult: 'Warned',
    });
}
