import { sign } from '../../../server/platform/auth/signature.js';
import { Config } from '../../../server/platform/config/config.js';
import { newKey } from './calls.js';
import type { FaultCase } from './people.js';
import type { Rig } from './rig.js';

const TIMES = 5;
const HOUR_S = 3_600;

interface Receipt {
  eventId: string;
  idempotencyKey: string;
  status: 'SENT' | 'DELIVERED' | 'FAILED';
  /** Age that the signature claims, in seconds. */
  late?: number;
}

/** The carrier's receipts, each trick five times: repeated, overtaken, late, of nobody's message. */
export async function carrierReceipts(rig: Rig): Promise<string[]> {
  const failures: string[] = [];
  const cases = rig.company.targetCases.slice(-TIMES);
  for (const [n, on] of cases.entries()) {
    const id = await sentMessage(rig, on, n);
    const idempotencyKey = `message-${id}`;
    const stale = [HOUR_S, 24 * HOUR_S, -HOUR_S].map((late) =>
      send(rig, { eventId: newKey(), idempotencyKey, status: 'FAILED', late }),
    );
    failures.push(...expected('a receipt with an old signature', await Promise.all(stale), '20'));
    const unknown = {
      eventId: newKey(),
      idempotencyKey: `message-${id + 900_000_000}`,
      status: 'DELIVERED',
    } as const;
    failures.push(...expected('a receipt of no message', [await send(rig, unknown)], 'WAITING'));
    const delivered = { eventId: newKey(), idempotencyKey, status: 'DELIVERED' } as const;
    const first = await send(rig, delivered);
    failures.push(...expected('a receipt', [first], 'APPLIED'));
    const again = await Promise.all(Array.from({ length: TIMES }, () => send(rig, delivered)));
    failures.push(...expected('a repeated receipt', again, 'REPEATED'));
    const overtaken = [
      await send(rig, { ...delivered, eventId: newKey(), status: 'SENT' }),
      await send(rig, { ...delivered, eventId: newKey(), status: 'FAILED' }),
    ];
    failures.push(...expected('a receipt that was overtaken', overtaken, 'LATE'), ...(await traces(rig, id)));
  }
  return failures;
}

/** A message as it stands when it has left: what a fault without a carrier can still be told of. */
async function sentMessage(rig: Rig, on: FaultCase, n: number): Promise<number> {
  const id = 50_000 + n;
  await rig.db.query(
    `INSERT INTO message (id, case_id, borrower_id, contact_id, sender_id, channel, template_id, phone_enc, phone_mask, text_enc,
       status, due_at, attempts, attempts_allowed, slot_day, created_at, sent_at, version)
     SELECT ?, c.id, c.borrower_id, k.id, c.owner_id, 'SMS', 0, k.phone_enc, k.phone_mask, '', 'SENT', NOW(3), 1, 8, CURDATE(),
       NOW(3), NOW(3), 3
     FROM collection_case c JOIN contact k ON k.borrower_id = c.borrower_id WHERE c.id = ?`,
    [id, on.id],
  );
  return id;
}

/** @returns the receipt's outcome, or the code of a refusal. */
async function send(rig: Rig, { late = 0, ...receipt }: Receipt): Promise<string> {
  const body = JSON.stringify({ messageId: 'carrier', at: new Date().toISOString(), ...receipt });
  const timestamp = Math.floor(Date.now() / 1000) - late;
  const { carrierHmac } = new Config(rig.env).secrets;
  const response = await fetch(`${rig.clients.urls[0]}/api/sms/callback`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': String(timestamp),
      'x-signature': sign(carrierHmac, timestamp, body),
    },
    body,
  });
  const { code, data } = (await response.json()) as { code: string; data: { outcome?: string } | null };
  return data?.outcome ?? code;
}

async function traces(rig: Rig, id: number): Promise<string[]> {
  const [row] = await rig.rows<{ what: string }>(
    `SELECT CONCAT_WS(' ', m.status, (SELECT COUNT(*) FROM collection_log l WHERE l.case_id = m.case_id AND l.collection_result = 'MSS'),
       (SELECT COUNT(*) FROM domain_event e WHERE e.subject_type = 'message' AND e.subject_id = m.id)) AS what
     FROM message m WHERE m.id = ?`,
    [id],
  );
  return row?.what === 'DELIVERED 1 1'
    ? []
    : [`message ${id} is "${row?.what}" and not delivered, logged and told of once`];
}

function expected(what: string, outcomes: readonly string[], wanted: string): string[] {
  return outcomes
    .filter((outcome) => outcome !== wanted)
    .map((outcome) => `${what} was answered ${outcome}, expected ${wanted}`);
}
