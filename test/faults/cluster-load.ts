import { setTimeout as delay } from 'node:timers/promises';
import { answered, words } from './rig/answers.js';
import { crowd } from './rig/crowd.js';
import { WHOLE_CLUSTER } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';

const SOCKETS = 300;
const WRITERS = 24;
const READS = 0.5;
const WARM_MS = 20_000;
const FULL_MS = 60_000;
/** Requests a second that are wanted of it, and those that are put on it. */
const WANTED = 80;
const PUT_ON = 90;
/** About what an answer takes then. */
const ANSWER_MS = 25;

/** A cluster that loses no part: what it carries, and how it answers for a while when less is put on it. */
export function clusterLoad(minutes: number): Fault {
  return {
    id: 'F31',
    name: `a cluster of which ${WANTED} requests a second are wanted for ${minutes} min`,
    alone: true,
    ...WHOLE_CLUSTER,
    size: { collectors: SOCKETS, casesEach: 4 },
    async run(rig) {
      const { sockets, refusals } = await crowd(rig.clients.urls, rig.company, SOCKETS);
      let dropped = 0;
      for (const socket of sockets) socket.on('disconnect', () => (dropped += 1));
      await answered(rig, { writers: WRITERS, reads: READS }, () => delay(WARM_MS));
      const full = await answered(rig, { writers: WRITERS, reads: READS }, () => delay(FULL_MS));
      const restMs = (WRITERS * 1_000) / PUT_ON - ANSWER_MS;
      const wanted = await answered(rig, { writers: WRITERS, reads: READS, restMs }, () =>
        delay(minutes * 60_000),
      );
      const lost = dropped;
      for (const socket of sockets) socket.disconnect();
      const rate = wanted.length / (minutes * 60);
      return {
        load: `${SOCKETS} sockets, ${Math.round(rate)} requests a second`,
        recoveries: [],
        failures: [
          ...(rate >= WANTED ? [] : [`${rate.toFixed(1)} requests a second, wanted ${WANTED}`]),
          ...(lost === 0 ? [] : [`${lost} sockets were lost`]),
          ...refusals.slice(0, 5).map((refusal) => `a socket was refused: ${refusal}`),
        ],
        notes: [
          `it carries ${Math.round((full.length / FULL_MS) * 1_000)} requests a second: ${words(full)}`,
          `${rate.toFixed(1)} a second for ${minutes} min: ${words(wanted)}`,
        ],
      };
    },
  };
}
