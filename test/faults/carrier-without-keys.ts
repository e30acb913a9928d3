import { Config } from '../../server/platform/config/config.js';
import { Vault } from '../../server/platform/crypto/vault.js';
import { twilioSignature } from '../../server/platform/providers/twilio.js';
import { startTwilio, type TwilioServer } from '../data/twilio-server.js';
import { isAcknowledged } from './rig/calls.js';
import { allowMessages, message, UNSENT } from './rig/carrier.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { until } from './rig/wait.js';

const KILLS = 12;
const EACH = 50;
/** The carrier takes a message at once and answers after so long: whoever dies meanwhile has heard nothing. */
const ANSWER_MS = 1_000;
const ACCOUNT = `AC${'0'.repeat(32)}`;
const TOKEN = 'of-an-account-without-keys';
const PUBLIC = 'https://recoup.example';

interface Row {
  id: number;
  status: string;
}

/**
 * Workers die by kill -9 while they send by a carrier that takes a message as often as it is given, and cannot be asked
 * for one. No message may reach it twice; what nobody can know is UNKNOWN, and a receipt tells what became of it.
 */
export const carrierWithoutKeys: Fault = {
  id: 'F28',
  name: `kill -9 worker mid-SMS, ${KILLS} times, by a carrier that takes no key`,
  workers: 2,
  sandbox: true,
  async run(rig) {
    const twilio = await startTwilio(ACCOUNT, TOKEN);
    try {
      await allowMessages(rig);
      await connect(rig, twilio);
      twilio.answerMs = ANSWER_MS;
      const recoveries: number[] = [];
      for (let n = 0; n < KILLS; n++) recoveries.push(await killOnce(rig, twilio, n));
      const rows = await rig.rows<Row>('SELECT id, status FROM message');
      const failures = compare(rig, twilio, rows);
      const taken = new Set(idsTaken(twilio));
      const unknown = rows.filter(({ status }) => status === 'UNKNOWN');
      const heard = unknown.filter(({ id }) => taken.has(id));
      for (const { id } of heard) await report(rig, twilio, id);
      const left = await rig.rows<Row>("SELECT id, status FROM message WHERE status = 'UNKNOWN'");
      if (left.some(({ id }) => taken.has(id))) failures.push('a receipt did not tell of its message');
      const notes = [
        `${rows.length} messages, ${taken.size} taken; UNKNOWN ${unknown.length}, of which it had ${heard.length}; after their receipts ${left.length}`,
      ];
      return { load: `${EACH} messages at each kill`, recoveries, failures, notes };
    } finally {
      await twilio.close();
    }
  },
};

/** As two administrators have approved it. */
async function connect(rig: Rig, { url }: TwilioServer): Promise<void> {
  const secret = new Vault(new Config(rig.env)).seal(TOKEN);
  await rig.db.query(
    `INSERT INTO connection (id, provider, protocol, address, account, sender, public_address, secret_enc, keep_former,
       timeout_ms, is_private, status, reason, requested_by, requested_at, decided_by, decided_at)
     VALUES (1, 'carrier', 'TWILIO', ?, ?, '+525500001111', ?, ?, 0, 4000, 1, 'ACTIVE', 'faults', 0, NOW(3), 0, NOW(3))`,
    [url, ACCOUNT, PUBLIC, secret],
  );
  // Each process reads what is in force when it starts.
  for (const app of [...rig.servers, ...rig.workers]) {
    await app.stop();
    app.start();
    await app.ready();
  }
}

/** @returns milliseconds from the kill until nothing waits any more */
async function killOnce(rig: Rig, twilio: TwilioServer, n: number): Promise<number> {
  const { cases, collectors } = rig.company;
  const owners = new Map(collectors.map((person) => [person.id, person]));
  const before = twilio.taken.length;
  const sending = Promise.all(
    Array.from({ length: EACH }, (_, place) => {
      const on = cases[(n * EACH + place * 7) % cases.length]!;
      return rig.clients.send(message(owners.get(on.ownerId!)!, on));
    }),
  );
  const app = rig.workers[n % rig.workers.length]!;
  await until('the carrier to take some', () => Promise.resolve(twilio.taken.length > before + 5));
  const at = await app.kill();
  await sending;
  app.start();
  await until('every message to be decided', async () => (await rig.count(UNSENT)) === 0, 60_000);
  await app.ready();
  return performance.now() - at;
}

function compare(rig: Rig, twilio: TwilioServer, rows: readonly Row[]): string[] {
  const ids = idsTaken(twilio);
  const doubled = ids.length - new Set(ids).size;
  const taken = new Set(ids);
  const lost = rows.filter(({ id, status }) => status !== 'UNKNOWN' && !taken.has(id));
  const sent = rig.clients.journal.filter((entry) => entry.call.kind === 'message' && isAcknowledged(entry));
  return [
    ...(doubled > 0 ? [`doubled: ${doubled}`] : []),
    ...lost.slice(0, 5).map(({ id, status }) => `lost: message ${id} is ${status} and was never taken`),
    ...(rows.length === sent.length
      ? []
      : [`${sent.length} were acknowledged, ${rows.length} stand in the table`]),
  ];
}

const idsTaken = ({ taken }: TwilioServer) =>
  taken.map((form) => Number(new URL(form['StatusCallback']!).searchParams.get('message')));

/** Tells of a message as Twilio does. */
async function report(rig: Rig, twilio: TwilioServer, id: number): Promise<void> {
  const path = `/api/callback/twilio/receipt?message=${id}`;
  const fields = { MessageSid: twilio.sids[idsTaken(twilio).indexOf(id)]!, MessageStatus: 'delivered' };
  const headers = { 'x-twilio-signature': twilioSignature(TOKEN, PUBLIC + path, fields) };
  const body = new URLSearchParams(fields);
  const answer = await fetch(rig.clients.urls[0]! + path, {
    method: 'POST',
    headers,
    body,
  });
  await answer.body?.cancel();
}
