import { Injectable } from '@nestjs/common';
import type { DeliveryReceipt, MessageStatus, ReceiptAnswer } from '../../../../contract/contact/messages.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database, dbErrorCode } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { list, sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { writeEnd } from '../../../domain/messages/delivery/message-end.writes.js';
import { afterReceipt, messageOfKey } from '../../../domain/messages/message.rules.js';
import { lockMessages, type MessageState } from '../../../domain/messages/message.sql.js';

const WAIT_MS = 24 * 3_600_000;
const RECONCILE_SIZE = 1_000;

interface WaitingRecord {
  eventId: string;
  key: string;
  providerId: string;
  status: DeliveryReceipt['status'];
  at: Date;
}

/**
 * Delivery receipts. Each is stored once under its event's id together with what it does: a repeat, a late one and one that
 * was overtaken change nothing. One whose message is not known waits a day for it.
 */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async receive(receipt: DeliveryReceipt): Promise<ReceiptAnswer> {
    const logId = await this.ids.take();
    try {
      const outcome = await this.uow.transact(SYSTEM, async (tx) => {
        tx.write(sql`
          INSERT INTO message_receipt (event_id, idempotency_key, provider_id, status, at, received_at, outcome)
          VALUES (${receipt.eventId}, ${receipt.idempotencyKey}, ${receipt.messageId}, ${receipt.status},
            ${new Date(receipt.at)}, ${tx.now}, 'WAITING')`);
        return apply(tx, logId, receipt);
      });
      return { outcome };
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') return { outcome: 'REPEATED' };
      throw error;
    }
  }

  /** Applies the waiting ones whose message is known by now and lets go of those older than a day. */
  async reconcile(): Promise<void> {
    const now = this.clock.now();
    const waiting = await this.database.rows<WaitingRecord>(sql`
      SELECT event_id AS eventId, idempotency_key AS \`key\`, provider_id AS providerId, status, at
      FROM message_receipt WHERE outcome = 'WAITING' ORDER BY received_at LIMIT ${RECONCILE_SIZE}`);
    const ids = waiting.flatMap(({ key }) => messageOfKey(key) ?? []);
    const known = await this.database.rows<{ id: number }>(
      sql`SELECT id FROM message WHERE id IN ${list(ids)}`,
    );
    const found = new Set(known.map(({ id }) => id));
    for (const { key, providerId, at, ...rest } of waiting) {
      if (!found.has(messageOfKey(key) ?? 0)) continue;
      const receipt = { ...rest, idempotencyKey: key, messageId: providerId, at: at.toISOString() };
      const logId = await this.ids.take();
      await this.uow.transact(SYSTEM, (tx) => apply(tx, logId, receipt));
    }
    await this.database.run(sql`
      UPDATE message_receipt SET outcome = 'EXPIRED'
      WHERE outcome = 'WAITING' AND received_at < ${new Date(now.getTime() - WAIT_MS)} LIMIT 1000`);
  }
}

async function apply(
  tx: Tx,
  logId: number,
  receipt: DeliveryReceipt,
): Promise<'APPLIED' | 'LATE' | 'WAITING'> {
  const id = messageOfKey(receipt.idempotencyKey);
  const [messages] = await tx.read<[MessageState]>(lockMessages(id === null ? [] : [id]));
  const message = messages[0];
  if (!message) return 'WAITING';
  const status = afterReceipt(message.status, receipt.status);
  const outcome = status === null ? 'LATE' : 'APPLIED';
  tx.write(sql`UPDATE message_receipt SET outcome = ${outcome} WHERE event_id = ${receipt.eventId}`);
  if (status !== null) move(tx, logId, message, status, receipt);
  return outcome;
}

function move(
  tx: Tx,
  logId: number,
  message: MessageState,
  status: MessageStatus,
  receipt: DeliveryReceipt,
): void {
  const { id, caseId } = message;
  if (status === 'SENT') {
    tx.write(sql`
      UPDATE message SET status = 'SENT', provider_id = ${receipt.messageId}, sent_at = ${tx.now}, version = version + 1
      WHERE id = ${id}`);
    tx.emit('message.sent', { caseId, messageId: id });
    return;
  }
  tx.write(sql`
    UPDATE message SET provider_id = ${receipt.messageId}, sent_at = COALESCE(sent_at, ${tx.now}) WHERE id = ${id}`);
  const end = status === 'DELIVERED' ? null : { reason: 'UNDELIVERED' as const, params: {} };
  writeEnd(tx, logId, message, end ? { status: 'FAILED', ...end } : { status: 'DELIVERED' });
}
