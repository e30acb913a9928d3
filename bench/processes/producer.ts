import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import { WAKE_UP_CHANNEL } from '../../server/platform/db/outbox-wake-up.js';
import type { Subject } from '../lib/cast.js';
import { answerCalls } from '../lib/children.js';
import { now } from '../lib/figures.js';

/** Event number `version` of a case: `sentAt` before it went out, `at` when its commit was acknowledged. */
export interface Commit {
  caseId: number;
  version: number;
  sentAt: number;
  at: number;
}
interface Order {
  subjects: Subject[];
  rate: number;
  seconds: number;
}

const TICK_MS = 5;
const CONNECTIONS = 24;

let pool: mysql.Pool;
let redis: Redis;
let ringing = false;

/**
 * Commits the traces of a command in one trip: the changed case, its event, the event's place in the outbox; then wakes the
 * relay. It costs as little as can be, because it shares the machine with what is measured.
 */
async function commit({ caseId, collectorId, contactId }: Subject): Promise<Commit> {
  const payload = {
    ...{ caseId, recordId: caseId, collectorId, contactId, channel: 'CALL', callStatus: 'NO_ANSWER' },
    ...{
      result: 'RETRY',
      collectionResult: 'CR50',
      statusBefore: 'C10',
      statusAfter: 'C10',
      nextFollowUpAt: null,
    },
  };
  const at = new Date();
  const sentAt = now();
  const [results] = await pool.query(
    `START TRANSACTION;
     UPDATE collection_case SET version = (@version := version + 1) WHERE id = ?;
     INSERT INTO domain_event (name, subject_type, subject_id, case_id, payload, effective_at, recorded_at)
     VALUES ('action.recorded', 'case', ?, ?, ?, ?, ?);
     INSERT INTO outbox (event_id) VALUES (LAST_INSERT_ID());
     COMMIT;
     SELECT @version AS version`,
    [caseId, caseId, caseId, JSON.stringify(payload), at, at],
  );
  ring();
  const [{ version }] = (results as unknown[]).at(-1) as [{ version: number }];
  return { caseId, version: Number(version), sentAt, at: now() };
}

/** Rings of one turn of the event loop are one, as in the product. */
function ring(): void {
  if (ringing) return;
  ringing = true;
  setImmediate(() => {
    ringing = false;
    void redis.publish(WAKE_UP_CHANNEL, '1');
  });
}

async function produce({ subjects, rate, seconds }: Order): Promise<Commit[]> {
  const commits: Promise<Commit>[] = [];
  const started = now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(rate * seconds, ((now() - started) * rate) / 1000);
      while (commits.length < due) commits.push(commit(subjects[commits.length % subjects.length]!));
      if (commits.length < rate * seconds) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  return Promise.all(commits);
}

answerCalls({
  open: ({ databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string }) => {
    pool = mysql.createPool({
      uri: databaseUrl,
      timezone: 'Z',
      multipleStatements: true,
      connectionLimit: CONNECTIONS,
    });
    // As the product's own writers: under REPEATABLE READ they and the relay would deadlock.
    pool.pool.on('connection', (connection) =>
      connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'),
    );
    redis = new Redis(redisUrl);
  },
  produce,
});
