import { lockOne, saveChanges } from '../../platform/db/changes.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Softphone } from './softphone.entity.js';

/**
 * Part of another command, which has locked the person, then the softphone: people come before softphones everywhere, so that
 * no two commands wait for each other. To whom it belongs already it stays bound.
 *
 * @throws softphone.disabled, softphone.taken by somebody else, softphone.oneEach of who has another one
 */
export async function bindWithin(tx: Tx, phone: Softphone, userId: number): Promise<void> {
  if (phone.ownerId === userId) return;
  if (phone.ownerId !== null) throw new AppError('softphone.taken');
  if (phone.status !== 'ENABLED') throw new AppError('softphone.disabled');
  const [own] = await tx.read<[object]>(sql`SELECT 1 FROM softphone WHERE owner_id = ${userId}`);
  if (own.length > 0) throw new AppError('softphone.oneEach');
  const { id: softphoneId, institutionId } = phone;
  await saveChanges(tx, phone, { ownerId: userId, boundAt: tx.now, unboundAt: null, updatedAt: tx.now });
  tx.write(sql`
    INSERT INTO softphone_binding (softphone_id, user_id, bound_at, bound_by)
    VALUES (${softphoneId}, ${userId}, ${tx.now}, ${tx.actor.userId})`);
  tx.emit('softphone.bound', { userId, institutionId, softphoneId });
}

/** Part of another command: takes the telephone of a person, if there is one. */
export async function unbindWithin(tx: Tx, userId: number): Promise<void> {
  const phone = await lockOne(tx, Softphone, 'p', sql`p.owner_id = ${userId}`);
  if (phone) await release(tx, phone);
}

/** Part of another command, which has locked the softphone. */
export async function release(tx: Tx, phone: Softphone): Promise<void> {
  const { id: softphoneId, institutionId, ownerId: userId } = phone;
  if (userId === null) return;
  await saveChanges(tx, phone, { ownerId: null, unboundAt: tx.now, updatedAt: tx.now });
  tx.write(sql`
    UPDATE softphone_binding SET unbound_at = ${tx.now}, unbound_by = ${tx.actor.userId}
    WHERE open_softphone = ${softphoneId}`);
  tx.emit('softphone.unbound', { userId, institutionId, softphoneId });
}
