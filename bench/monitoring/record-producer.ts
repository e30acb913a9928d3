import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { BEHAVIOUR_TYPES, type BehaviourRow } from '../../contract/supervision/behaviour.js';
import { rooms } from '../../contract/realtime.js';
import { Publisher } from '../../server/platform/realtime/publisher.js';
import { answerCalls } from '../lib/children.js';

export interface RecordOrder {
  institutionId: number;
  /** Records per second. */
  rate: number;
  seconds: number;
}

const PACE_MS = 100;
const FIRST_ID = 9_000_000_000;
const PEOPLE = 400;

let publisher: Publisher;
let made = 0;

function record(): BehaviourRow {
  const n = ++made;
  const person = n % PEOPLE;
  return {
    ...{ id: FIRST_ID + n, at: new Date().toISOString(), type: BEHAVIOUR_TYPES[n % BEHAVIOUR_TYPES.length]! },
    ...{ source: 'CLIENT', userId: person, username: `bench.${person}`, name: `Bench Person ${person}` },
    ...{ groupId: person % 20, groupName: `Bench ${person % 20}`, taskId: n, loanId: `L-${n}` },
    ...{ contactRelation: null, contactNumber: null, purpose: null },
    ...{ detail: `/task/${n}`, address: `203.0.113.${n % 250}`, city: 'Ciudad de México' },
    ...{ network: 'AS8151', isNew: n % 50 === 0 },
  };
}

answerCalls({
  open: ({ redisUrl }: { redisUrl: string }) => {
    const connections = { connect: () => new Redis(redisUrl, { enableAutoPipelining: true }) };
    publisher = new Publisher(connections as never, console as never);
  },
  /** Frames as the relay sends them, one each 100 ms. @returns what the last record tells */
  produce: async ({ institutionId, rate, seconds }: RecordOrder): Promise<string> => {
    const begun = performance.now();
    let last = '';
    for (let tick = 1; tick <= (seconds * 1000) / PACE_MS; tick++) {
      const behaviours = Array.from({ length: (rate * PACE_MS) / 1000 }, record);
      last = behaviours.at(-1)!.detail;
      const data = { behaviours, calls: [], cut: false };
      publisher.send(rooms.monitoring(institutionId), 'monitoring.recorded', data, new Date());
      await delay(Math.max(0, begun + tick * PACE_MS - performance.now()));
    }
    return last;
  },
});
