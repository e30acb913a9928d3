import { Redis } from 'ioredis';
import type { CaseChange, PushEnvelope } from '../../contract/realtime.js';
import { STREAM_NAME } from '../../server/platform/realtime/stream.js';
import { answerCalls } from '../lib/children.js';
import { now } from '../lib/figures.js';

/** A case's row as it went by in the stream. */
export interface Passing {
  caseId: number;
  version: number;
  at: number;
}

let passings: Passing[] = [];
let entries = 0;

/** Only the frame to the owner: each change is sent to the group besides. */
function take(fields: readonly string[], at: number): void {
  entries++;
  const data = fields[fields.indexOf('data') + 1]!;
  if (!data.includes('"case.changed"')) return;
  const { opts, packet } = JSON.parse(data) as {
    opts: { rooms: string[] };
    packet: { data: [string, PushEnvelope] };
  };
  if (!opts.rooms[0]?.startsWith('user:')) return;
  const { caseId, row } = packet.data[1].data as CaseChange;
  passings.push({ caseId, version: row.version, at });
}

async function follow(redis: Redis): Promise<never> {
  for (let last = '$'; ;) {
    const answer = await redis.xread('COUNT', 1000, 'BLOCK', 1000, 'STREAMS', STREAM_NAME, last);
    const at = now();
    for (const [id, fields] of answer?.[0]?.[1] ?? []) {
      take(fields, at);
      last = id;
    }
  }
}

answerCalls({
  follow: (url: string) => {
    const redis = new Redis(url);
    follow(redis).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  },
  take: () => {
    const taken = { passings, entries };
    passings = [];
    entries = 0;
    return taken;
  },
});
