import { In, Not } from 'typeorm';
import type { Actor } from '../../platform/auth/actor.js';
import { idsOfPath } from '../../platform/auth/grants.rules.js';
import type { Rights } from '../../platform/auth/rights.js';
import { isTied } from '../../platform/auth/ties.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { User } from '../users/user.entity.js';

/**
 * Whether an administrator could decide what the actor asks for: enabled, allowed to decide, and independent of the actor. Where
 * there is none, a site with one administrator must not wait for a second one whom only the first could make.
 *
 * @param path of the institution that the approval is about
 * @param from the decider's institution is this one or one above it, else one above alone
 */
export async function hasSecond(
  tx: Tx,
  rights: Rights,
  actor: Pick<Actor, 'userId'>,
  path: string,
  from: 'HERE' | 'ABOVE',
): Promise<boolean> {
  const ids = idsOfPath(path);
  const places = from === 'HERE' ? ids : ids.slice(0, -1);
  if (places.length === 0) return false;
  const others = await tx.manager.find(User, {
    select: { id: true, institutionId: true },
    where: { institutionId: In(places), role: 'admin', enabled: true, id: Not(actor.userId) },
  });
  for (const { id, institutionId } of others) {
    const { permissions } = await rights.grantsOf(institutionId, 'admin');
    if (permissions.includes('approval:decide') && !(await isTied(tx, id, actor.userId))) return true;
  }
  return false;
}
