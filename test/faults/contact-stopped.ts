import { setTimeout as delay } from 'node:timers/promises';
import { Config } from '../../server/platform/config/config.js';
import { Vault } from '../../server/platform/crypto/vault.js';
import { doubledIn } from '../../bench/lib/carrier-control.js';
import { newKey, type Call, type Entry } from './rig/calls.js';
import { allowMessages, message, TEMPLATE } from './rig/carrier.js';
import { any } from './rig/load.js';
import type { FaultCase, Person } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import { until } from './rig/wait.js';
import type { Fault, Story } from './rig/verdict.js';

const PER_SECOND = 200;
/** A server that cannot keep up is asked less often: the table says how often it was. */
const AT_ONCE = 48;
const ANSWER_MS = 300;
const BEFORE_MS = 4_000;
const RINGS_MS = 800;
const STANDS_MS = 2_500;
const END_MS = 1_000;
const COMPLAINTS = 20;
/** A number that every borrower has. */
export const NUMBER = '+525512345677';

export interface Round {
  name: string;
  /** The condition on the case `c`, sender and template of a contact that must not go out. */
  covers: string;
  place: (rig: Rig) => Promise<Entry[]>;
  lift: boolean;
}

/**
 * Contact is stopped, and complaints are taken, while 200 contacts are asked for a second. Triggers in the database note
 * claims, stops and holds in the order of their gate: none of what a stop covers is claimed behind it, and what was at a
 * supplier ends within a second.
 */
export const contactStopped: Fault = {
  id: 'F21',
  name: 'a kill switch and complaints under 200 contacts a second',
  sandbox: true,
  workers: 2,
  run: (rig) => underLoad(rig, rounds(rig)),
};

/** Places each of them while contacts are asked for, and looks at what was claimed behind it. */
export async function underLoad(rig: Rig, stops: readonly Round[]): Promise<Story> {
  await allowMessages(rig);
  await prepare(rig);
  const failures: string[] = [];
  const notes: string[] = [];
  // Some messages are always at the carrier.
  await rig.sandbox!.carrier.change({ delayMs: ANSWER_MS });
  let sent = 0;
  let asking = true;
  const from = performance.now();
  const load = ask(rig, () => asking, () => sent++); // prettier-ignore
  for (const round of stops) {
    await delay(BEFORE_MS);
    await ring(rig);
    await delay(RINGS_MS);
    const mark = await rig.count('SELECT COALESCE(MAX(id), 0) FROM fault_order');
    const placed = await round.place(rig);
    failures.push(
      ...placed.filter(({ code }) => code !== '00').map(({ code }) => `${round.name}: answered ${code}`),
    );
    await delay(STANDS_MS);
    await until('calls to be hung up', async () => (await rig.count(RINGING)) === 0);
    const { lines, note } = await look(rig, round, mark);
    failures.push(...lines);
    notes.push(`${round.name}: ${note}`);
    if (round.lift) failures.push(...(await lift(rig, placed[0]!)));
  }
  asking = false;
  await load;
  const pace = Math.round(sent / ((performance.now() - from) / 1_000));
  await until('every message to end', async () => (await rig.count(OPEN)) === 0, 90_000);
  const log = await rig.sandbox!.carrier.log();
  failures.push(...doubledIn(log).map((line) => `doubled: ${line}`));
  notes.push(`${sent} contacts asked for, ${log.total} messages taken by the carrier`);
  return { load: `${pace} contacts/s`, recoveries: [], failures, notes };
}

const OPEN = "SELECT COUNT(*) FROM message WHERE status IN ('QUEUED', 'SUBMITTING')";
/** Those that a stop lists. */
const RINGING = `SELECT COUNT(*) FROM contact_stop_act a JOIN contact_stop s ON s.id = a.stop_id JOIN phone_call p ON p.id = a.act_id
  WHERE s.live = 1 AND a.kind = 'CALL' AND p.is_live = 1 AND p.state <> 'ANSWERED'`;
const SUPERVISORS = 2;

/** Supervisors, telephones, and the order in which claims and stops pass the gate. */
async function prepare(rig: Rig): Promise<void> {
  const supervisors = rig.company.leaders.slice(0, SUPERVISORS).map(({ id }) => id);
  await rig.db.query("UPDATE user SET role = 'supervisor' WHERE id IN (?)", [supervisors]);
  await rig.db.query(
    `INSERT INTO softphone (id, institution_id, supplier, extension_number, password_enc, owner_id, bound_at, created_at, updated_at)
     SELECT 700000 + u.id, u.institution_id, 'Telvoz', 8000 + u.id, '', u.id, NOW(3), NOW(3), NOW(3) FROM user u WHERE u.role = 'member'`,
  );
  await rig.db.query('UPDATE message_limit SET account_per_day = 1000000');
  // The stand-in for the telephone lets it ring for as long as nobody hangs up.
  const rings = new Vault(new Config(rig.env)).seal(NUMBER);
  await rig.db.query('UPDATE contact SET phone_enc = ?', [rings]);
  await rig.db.query(
    'CREATE TABLE fault_order (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, what VARCHAR(8) NOT NULL, ref BIGINT NOT NULL, at DATETIME(3) NOT NULL)',
  );
  const noted = (what: string, ref: string) =>
    `INSERT INTO fault_order (what, ref, at) VALUES ('${what}', ${ref}, NOW(3))`;
  const triggers = [
    `message AFTER UPDATE|IF NEW.status = 'SUBMITTING' AND NEW.attempts > OLD.attempts THEN ${noted('message', 'NEW.id')}; END IF`,
    `phone_call AFTER UPDATE|IF NEW.asked_at IS NOT NULL AND OLD.asked_at IS NULL THEN ${noted('call', 'NEW.id')}; END IF`,
    `contact_stop AFTER INSERT|${noted('stop', 'NEW.id')}`,
    `contact_hold AFTER INSERT|${noted('hold', 'NEW.case_id')}`,
  ];
  for (const [n, trigger] of triggers.entries()) {
    const [on, body] = trigger.split('|') as [string, string];
    const [table, ...when] = on.split(' ');
    await rig.db.query(
      `CREATE TRIGGER fault_${n} ${when.join(' ')} ON ${table} FOR EACH ROW BEGIN ${body}; END`,
    );
  }
}

function rounds(rig: Rig): Round[] {
  const [collector] = rig.company.collectors as [Person];
  const complained = rig.company.cases.filter((_, n) => n % 7 === 0).slice(0, COMPLAINTS);
  const ids = complained.map(({ id }) => id).join(', ');
  const place = (kind: string, subjectId: number) => async () => [
    await rig.clients.send(stop(rig.company.leaders[0]!, kind, subjectId)),
  ];
  return [
    {
      name: 'collector',
      covers: `x.senderId = ${collector.id}`,
      place: place('COLLECTOR', collector.id),
      lift: true,
    },
    {
      name: 'template',
      covers: `x.templateId = ${TEMPLATE}`,
      place: place('TEMPLATE', TEMPLATE),
      lift: true,
    },
    { name: 'queue', covers: '1 = 1', place: place('QUEUE', 11), lift: true },
    { name: 'institution', covers: '1 = 1', place: place('INSTITUTION', 10), lift: true },
    {
      name: `${COMPLAINTS} complaints at once`,
      covers: `x.caseId IN (${ids})`,
      place: () =>
        Promise.all(complained.map((on) => rig.clients.send(complain(rig.company.leaders[1]!, on)))),
      lift: false,
    },
  ];
}

/** Each collector has one telephone, so one call: whoever has none calls somebody. */
async function ring(rig: Rig): Promise<void> {
  const { collectors, cases } = rig.company;
  await Promise.all(
    collectors.map(async (person) => {
      const own = cases.filter(({ ownerId }) => ownerId === person.id);
      const call = { kind: 'read', key: newKey(), path: 'softPhone/makeCall', person } as const;
      const body = ({ id, contactId }: FaultCase) => ({ taskId: id, contactId, clientRequestId: newKey() });
      await rig.clients.send({ ...call, body: body(any(own)) });
    }),
  );
}

/** Asked for at an even pace, whatever the answers. */
async function ask(rig: Rig, goesOn: () => boolean, count: () => void): Promise<void> {
  const { cases, collectors } = rig.company;
  const owners = new Map(collectors.map((person) => [person.id, person]));
  const under = new Set<Promise<unknown>>();
  const from = performance.now();
  for (let n = 0; goesOn(); n++) {
    const early = from + (n * 1_000) / PER_SECOND - performance.now();
    if (early > 0) await delay(early);
    const on = any(cases);
    const seen: Promise<unknown> = rig.clients
      .send(message(owners.get(on.ownerId!)!, on))
      .finally(() => under.delete(seen));
    under.add(seen);
    count();
    if (under.size >= AT_ONCE) await Promise.race(under);
  }
  await Promise.all(under);
}

interface Seen {
  kind: 'message' | 'call';
  id: number;
  place: number;
  afterMs: number | null;
}

async function look(
  rig: Rig,
  { name, covers }: Round,
  mark: number,
): Promise<{ lines: string[]; note: string }> {
  const [gate] = await rig.rows<{ id: number; at: Date; last: number }>(
    "SELECT MIN(id) AS id, MAX(id) AS last, MIN(at) AS at FROM fault_order WHERE id > ? AND what IN ('stop', 'hold')",
    [mark],
  );
  // A receipt that overtakes the carrier's answer says both.
  const claims = await rig.rows<Seen>(
    `SELECT x.kind, x.id, x.place, TIMESTAMPDIFF(MICROSECOND, ?, x.endedAt) / 1000 AS afterMs FROM (
       SELECT 'message' AS kind, m.id, o.id AS place, m.case_id AS caseId, m.sender_id AS senderId, m.template_id AS templateId,
         (SELECT MIN(d.recorded_at) FROM domain_event d WHERE d.subject_type = 'message' AND d.subject_id = m.id
            AND d.name IN ('message.sent', 'message.delivered')) AS endedAt
       FROM fault_order o JOIN message m ON m.id = o.ref WHERE o.what = 'message' AND o.id > ?
       UNION ALL
       SELECT 'call', p.id, o.id, p.case_id, p.agent_id, 0, p.ended_at
       FROM fault_order o JOIN phone_call p ON p.id = o.ref WHERE o.what = 'call' AND o.id > ? - 10000
     ) x WHERE ${name === 'template' ? `${covers} AND x.kind = 'message'` : covers}`,
    [worldTime(rig, gate!.at), mark - 2_000, mark],
  );
  const behind = claims.filter(({ place }) => place > gate!.last);
  const handed = claims.filter(({ place, afterMs }) => place < gate!.id && (afterMs === null || afterMs > 0));
  const late = handed.filter(({ afterMs }) => afterMs === null || afterMs > END_MS);
  const listed = await rig.count(
    'SELECT COUNT(*) FROM contact_stop_act a JOIN contact_stop s ON s.id = a.stop_id WHERE s.live = 1',
  );
  const waits = await rig.count('SELECT COUNT(*) FROM message WHERE stop_id IS NOT NULL');
  const of = (kind: string) => handed.filter((each) => each.kind === kind).length;
  const slowest = Math.round(Math.max(0, ...handed.map(({ afterMs }) => afterMs ?? 0)));
  return {
    lines: [
      ...behind.slice(0, 3).map(({ kind, id }) => `${name}: ${kind} ${id} was claimed behind it`),
      ...late.slice(0, 3).map(({ kind, id, afterMs }) => `${name}: ${kind} ${id} ended after ${afterMs} ms`),
    ],
    note: `${behind.length} claimed behind it; ${of('message')} messages and ${of('call')} calls were at a supplier (${listed} listed), the last ended after ${slowest} ms; ${waits} wait`,
  };
}

/** The clocks of the rig's processes are shifted, the database's is not. */
function worldTime(rig: Rig, at: Date): Date {
  const shift = Date.parse(rig.env['RECOUP_CLOCK_AT']!) - Date.parse(rig.env['RECOUP_CLOCK_FROM']!);
  return new Date(at.getTime() + shift);
}

async function lift(rig: Rig, { data }: Entry): Promise<string[]> {
  const body = { id: (data as { id: number }).id, reason: 'The fault is over', clientRequestId: newKey() };
  const call = {
    kind: 'read',
    key: newKey(),
    path: 'guard/resume',
    body,
    person: rig.company.leaders[1]!,
  } as const;
  const { code } = await rig.clients.send(call);
  return code === '00' ? [] : [`a lift was answered ${code}`];
}

function stop(person: Person, kind: string, subjectId: number): Call {
  const body = { kind, subjectId, reason: 'A fault is inflicted', clientRequestId: newKey() };
  return { kind: 'read', key: newKey(), path: 'guard/stop', body, person };
}

function complain(person: Person, on: FaultCase): Call {
  const said = { type: 'CONDUCT', level: 1, content: 'A fault is inflicted' };
  const body = { ...said, taskId: on.id, clientRequestId: newKey() };
  return { kind: 'read', key: newKey(), path: 'customer/service/create', body, person };
}
