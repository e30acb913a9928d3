import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { newKey, type Call } from './calls.js';
import type { FaultCase, Person } from './people.js';
import type { Rig } from './rig.js';

export const TEMPLATE = 20;
const MANY = 50;

/** A template, and limits so wide that the fault's few borrowers can be written to again and again. */
export async function allowMessages(rig: Rig): Promise<void> {
  const policy = JSON.stringify({ ...DEFAULT_POLICY, messages: { perDay: MANY } });
  await rig.db.query(
    `INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at)
     SELECT ?, MIN(id), 'SMS', 'Fault', JSON_OBJECT('es', 'Hola {{name}}, debe {{amount}}.'), NOW(3)
     FROM institution WHERE parent_id IS NULL`,
    [TEMPLATE],
  );
  // A trigger of the table reads the institutions: no statement that reads them may fill it.
  for (const { id } of await rig.rows<{ id: number }>('SELECT id FROM institution'))
    await rig.db.query(
      `INSERT INTO guard_policy (institution_id, version, document, note, created_by, created_at)
       VALUES (?, 1, ?, 'faults', 0, NOW(3))`,
      [id, policy],
    );
  await rig.db.query(
    `INSERT INTO message_limit (institution_id, version, account_per_day, case_per_day, gsm7_length, ucs2_length, segments,
       changed_by, changed_at)
     SELECT id, 1, 100000, ?, 160, 70, 1, 0, NOW(3) FROM institution`,
    [MANY],
  );
}

/** A message to a case's borrower. */
export function message(person: Person, on: FaultCase): Call {
  const key = newKey();
  const body = {
    taskId: on.id,
    contactId: on.contactId,
    templateId: TEMPLATE,
    channel: 'SMS',
    clientRequestId: key,
  };
  return { kind: 'message', key, path: 'sms/manual/send', body, person };
}

/** Messages that were taken on and have not ended, or left for the carrier. */
export const UNSENT = "SELECT COUNT(*) FROM message WHERE status IN ('QUEUED', 'SUBMITTING')";
