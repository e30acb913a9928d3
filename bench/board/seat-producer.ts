import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import { businessDay } from '../../contract/shared/date.js';
import { WAKE_UP_CHANNEL } from '../../server/platform/db/outbox-wake-up.js';
import { answerCalls } from '../lib/children.js';
import { now } from '../lib/figures.js';

/** A seat's figure and when it was committed. */
export interface Update {
  collectorId: number;
  amount: number;
  at: number;
}
interface Order {
  rate: number;
  seconds: number;
}

/** A commit each: so many a second that the board's pace, and not theirs, is what is seen. */
const COMMITS = 50;
const AMOUNT = 100;
/** There is no such case: nothing but cards and boards follows from the events. */
const NO_CASE = 9_000_000_000;

let pool: mysql.Pool;
let redis: Redis;
const day = businessDay(new Date());
const received = new Map<number, number>();

/** Commits the traces of payments that cards need: days, events and their places in the outbox, in one trip. */
async function commit(seats: readonly number[]): Promise<Update[]> {
  const at = new Date();
  const events = seats.map((creditedTo) => {
    const payload = {
      ...{
        caseId: NO_CASE,
        paymentId: 1,
        loanItemId: 1,
        amount: AMOUNT,
        towardsDue: AMOUNT,
        channel: 'SPEI',
      },
      ...{ creditedTo, amountDueAfter: 100, statusAfter: 'C10' },
    };
    return ['payment.posted', 'case', NO_CASE, NO_CASE, JSON.stringify(payload), at, at];
  });
  const places = seats
    .map((_, index) => `(LAST_INSERT_ID() + ${index} * @@auto_increment_increment)`)
    .join(', ');
  await pool.query(
    `START TRANSACTION;
     UPDATE collector_day SET received_amount = received_amount + ${AMOUNT}, payment_count = payment_count + 1,
       payment_amount = payment_amount + ${AMOUNT}, version = version + 1 WHERE day = ? AND collector_id IN (?);
     INSERT INTO domain_event (name, subject_type, subject_id, case_id, payload, effective_at, recorded_at) VALUES ?;
     INSERT INTO outbox (event_id) VALUES ${places};
     COMMIT`,
    [day, seats, events],
  );
  const committed = now();
  void redis.publish(WAKE_UP_CHANNEL, '1');
  return seats.map((collectorId) => {
    const amount = received.get(collectorId)! + AMOUNT;
    received.set(collectorId, amount);
    return { collectorId, amount, at: committed };
  });
}

/** Goes through the seats in an order that is mixed anew each time; one commit after another, so that amounts follow each other. */
async function produce({ rate, seconds }: Order): Promise<Update[]> {
  const updates: Update[] = [];
  let order: number[] = [];
  const started = now();
  for (let done = 0; done < rate * seconds;) {
    const due = Math.min(rate * seconds, ((now() - started) * rate) / 1000);
    const size = Math.min(Math.floor(due) - done, received.size);
    if (size < rate / COMMITS && due < rate * seconds) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      continue;
    }
    if (order.length < size) order = mixed([...received.keys()]);
    updates.push(...(await commit(order.splice(0, size))));
    done += size;
  }
  return updates;
}

function mixed(ids: number[]): number[] {
  return ids
    .map((id) => ({ id, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id);
}

answerCalls({
  open: async ({ databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string }) => {
    pool = mysql.createPool({
      uri: databaseUrl,
      timezone: 'Z',
      multipleStatements: true,
      connectionLimit: 2,
    });
    pool.pool.on('connection', (connection) =>
      connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'),
    );
    redis = new Redis(redisUrl);
    const [rows] = await pool.query(
      'SELECT collector_id AS id, received_amount AS amount FROM collector_day WHERE day = ?',
      [day],
    );
    for (const { id, amount } of rows as { id: number; amount: number }[]) received.set(id, amount);
  },
  produce,
  /** The amount that each seat has by the commits. */
  received: () => [...received],
});
