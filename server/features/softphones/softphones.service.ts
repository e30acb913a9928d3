import { lockOne, saveChanges } from '../../platform/db/changes.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { Softphone } from './softphone.entity.js';

/** Part of another command: takes the telephone of a person, if there is one. */
export async function unbindWithin(tx: Tx, userId: number): Promise<void> {
  const phone = await lockOne(tx, Softphone, 'p', sql`p.owner_id = ${userId}`);
  if (!phone) return;
  await saveChanges(tx, phone, { ownerId: null, unboundAt: tx.now, updatedAt: tx.now });
  tx.emit('softphone.unbound', { userId, institutionId: phone.institutionId, softphoneId: phone.id });
}
