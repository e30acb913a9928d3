import { sign } from '../../../server/platform/auth/signature.js';
import { Config } from '../../../server/platform/config/config.js';
import { newKey } from './calls.js';
import type { FaultCase } from './people.js';
import type { Rig } from './rig.js';
import { until } from './wait.js';

const TIMES = 5;
const HOUR_S = 3_600;
const SUPPLIER = 'Telvoz';
const FIRST_CALL = 60_000;
const TALK_S = 60;

interface Report {
  eventId: string;
  callId: string;
  idempotencyKey?: string;
  type: 'RINGING' | 'ANSWERED' | 'ENDED';
  at: string;
  reason?: string;
}

/**
 * The telephone supplier's reports: five calls, each told in another order, each report five times and all at once; an old
 * signature; and reports that come before the call is known.
 */
export async function telephoneReports(rig: Rig): Promise<string[]> {
  const failures: string[] = [];
  const cases = rig.company.targetCases.slice(-TIMES);
  for (const [n, on] of cases.entries()) {
    const id = FIRST_CALL + n;
    const callId = `line-${id}`;
    const known = n % 2 === 0 ? { idempotencyKey: `call-${id}` } : {};
    const reports = turned(storyOf(callId, known), n);
    if (n % 2 === 0) await request(rig, id, on, null);
    const stale = reports.map((report, index) =>
      send(rig, { ...report, eventId: newKey() }, [HOUR_S, -HOUR_S][index % 2]),
    );
    failures.push(...expected('a report with an old signature', await Promise.all(stale), '20'));
    const all = Array.from({ length: TIMES }, () => reports).flat();
    failures.push(...expected('a report', await Promise.all(all.map((report) => send(rig, report))), '00'));
    if (n % 2 === 1) await request(rig, id, on, callId);
    failures.push(...(await judged(rig, id)));
  }
  return failures;
}

/** A call as it stands when the supplier was asked; `line` when his number for it is known. */
async function request(rig: Rig, id: number, on: FaultCase, line: string | null): Promise<void> {
  await rig.db.query(
    `INSERT INTO phone_call (id, direction, state, institution_id, group_id, agent_id, supplier, extension_number,
       supplier_call_id, case_id, borrower_id, contact_id, number_mask, requested_at, asked_at)
     SELECT ?, 'OUT', 'REQUESTED', c.institution_id, c.group_id, ?, ?, '8001', ?, c.id, c.borrower_id, NULL, '', NOW(3), NOW(3)
     FROM collection_case c WHERE c.id = ?`,
    [id, rig.company.target.id, SUPPLIER, line, on.id],
  );
}

function storyOf(callId: string, known: Pick<Report, 'idempotencyKey'>): Report[] {
  const start = Date.now() - (TALK_S + 5) * 1000;
  const at = (second: number) => new Date(start + second * 1000).toISOString();
  const report = (type: Report['type'], second: number): Report => ({
    eventId: newKey(),
    callId,
    ...known,
    type,
    at: at(second),
  });
  return [report('RINGING', 1), report('ANSWERED', 5), { ...report('ENDED', 5 + TALK_S), reason: 'HUNG_UP' }];
}

const turned = <Item>(items: readonly Item[], by: number): Item[] => [
  ...items.slice(by % items.length),
  ...items.slice(0, by % items.length),
];

/** @returns the code of the answer. */
async function send(rig: Rig, report: Report, late = 0): Promise<string> {
  const body = JSON.stringify({ supplier: SUPPLIER, ...report });
  const timestamp = Math.floor(Date.now() / 1000) - late;
  const { telephonyHmac } = new Config(rig.env).secrets;
  const response = await fetch(`${rig.clients.urls[0]}/api/softPhone/callback`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': String(timestamp),
      'x-signature': sign(telephonyHmac, timestamp, body),
    },
    body,
  });
  return ((await response.json()) as { code: string }).code;
}

/** Ended, a minute long, told of at most once for each step, and each report kept and applied once. */
async function judged(rig: Rig, id: number): Promise<string[]> {
  const read = async () => {
    const [row] = await rig.rows<{ what: string }>(
      `SELECT CONCAT_WS(' ', c.state, TIMESTAMPDIFF(SECOND, c.answered_at, c.ended_at),
         (SELECT COUNT(*) FROM call_report r WHERE r.supplier_call_id = ? AND r.outcome = 'APPLIED'),
         (SELECT COUNT(*) FROM call_report r WHERE r.supplier_call_id = ?),
         (SELECT COUNT(*) FROM domain_event e WHERE e.subject_type = 'call' AND e.subject_id = c.id) <= 3) AS what
       FROM phone_call c WHERE c.id = ?`,
      [`line-${id}`, `line-${id}`, id],
    );
    return row?.what ?? 'missing';
  };
  const wanted = `ENDED ${TALK_S} 3 3 1`;
  try {
    // Reports that came before their call are applied by the sweep.
    await until(`call ${id}`, async () => (await read()) === wanted);
    return [];
  } catch {
    return [`call ${id} is "${await read()}" and not "${wanted}"`];
  }
}

function expected(what: string, codes: readonly string[], wanted: string): string[] {
  return codes
    .filter((code) => code !== wanted)
    .map((code) => `${what} was answered ${code}, expected ${wanted}`);
}
