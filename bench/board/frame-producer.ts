import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { figuresOf, type SeatFigures } from '../../contract/team/board-frame.js';
import type { BoardRow, BoardTotals } from '../../contract/team/boards.js';
import { rooms } from '../../contract/realtime.js';
import { Publisher } from '../../server/platform/realtime/publisher.js';
import { answerCalls } from '../lib/children.js';

export interface FrameOrder {
  groupId: number;
  rows: BoardRow[];
  /** Changed seats per second. */
  rate: number;
  seconds: number;
}

const PACE_MS = 100;
const PESO = 100;

let publisher: Publisher;
let at = 0;
const seats: BoardRow[] = [];

/** The next seats, round by round, with a step that also moves their ranks. */
function step(many: number): SeatFigures[] {
  const taken = new Map<number, SeatFigures>();
  for (let n = 0; n < many; n++) {
    const row = seats[(at = (at + 1) % seats.length)]!;
    row.version += 1;
    row.actualReceivedAmount += PESO * ((row.collectorId * 31 + row.version * 17) % 40_000);
    row.paymentCount = (row.paymentCount ?? 0) + 1;
    taken.set(row.collectorId, figuresOf(row));
  }
  return [...taken.values()];
}

function totals(): BoardTotals {
  const receivedAmount = seats.reduce((sum, row) => sum + row.actualReceivedAmount, 0);
  const none = { seats: seats.length, boundCases: 0, settledCases: 0, payableAmount: 0, purpose: 0 };
  return { ...none, receivedAmount, targetAchievementRate: null, completionRate: null };
}

answerCalls({
  open: ({ redisUrl }: { redisUrl: string }) => {
    const connections = { connect: () => new Redis(redisUrl, { enableAutoPipelining: true }) };
    publisher = new Publisher(connections as never, console as never);
  },
  /** Frames as the relay sends them, one each 100 ms. @returns the highest amount and whose it is */
  produce: async ({ groupId, rows, rate, seconds }: FrameOrder) => {
    if (seats.length === 0) seats.push(...rows);
    const day = seats[0]!.day;
    const begun = performance.now();
    for (let tick = 1; tick <= (seconds * 1000) / PACE_MS; tick++) {
      const frame = { day, rows: [], figures: step((rate * PACE_MS) / 1000), totals: totals() };
      const receivedByHour = new Array<number>(24).fill(0);
      publisher.send(rooms.board(groupId), 'board.changed', { ...frame, receivedByHour }, new Date());
      await delay(Math.max(0, begun + tick * PACE_MS - performance.now()));
    }
    return seats.reduce((best, row) => (row.actualReceivedAmount > best.actualReceivedAmount ? row : best));
  },
});
