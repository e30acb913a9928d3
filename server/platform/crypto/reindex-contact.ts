import { sql, type Statement } from '../db/sql.js';
import type { Vault } from './vault.js';

/**
 * Brings a borrower's contact with this number, and the calls of the device that name it, under the present key: the number is
 * unique by its index, so it has to be before the same number is inserted. Nothing when no other key is known.
 */
export function reindexContact(vault: Vault, borrowerId: number, phone: string): Statement[] {
  const [hash, ...others] = vault.indexes(phone);
  return others.flatMap((old) => [
    sql`
      UPDATE contact SET phone_enc = ${vault.seal(phone)}, phone_hash = ${hash}
      WHERE borrower_id = ${borrowerId} AND phone_hash = ${old}`,
    sql`UPDATE IGNORE device_call SET phone_hash = ${hash} WHERE borrower_id = ${borrowerId} AND phone_hash = ${old}`,
  ]);
}
