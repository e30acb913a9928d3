import { insertNew } from '../../platform/db/changes.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { Announcement } from './announcement.entity.js';

interface Violation {
  institutionId: number;
  name: string;
  reason: string;
  /** Centavos. */
  amount: number;
}

/** Part of the command that fines somebody: the institution's people are told. */
export async function publishViolation(tx: Tx, id: number, violation: Violation): Promise<void> {
  const { institutionId, name, reason, amount } = violation;
  const processResult = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' }).format(
    amount / 100,
  );
  const times = { createdAt: tx.now, updatedAt: tx.now, publishedAt: tx.now, startsAt: null, endsAt: null };
  const changes = await insertNew(tx, Announcement, {
    ...{ id, institutionId, kind: 'VIOLATION', groupId: null, name, irregularities: reason, processResult },
    ...{ idNoEnc: null, idNoMask: null, texts: {}, picture: null, createdBy: tx.actor.userId, ...times },
  });
  tx.emit('announcement.published', { announcementId: id, institutionId, kind: 'VIOLATION', changes });
}
