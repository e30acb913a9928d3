import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis as Client } from 'ioredis';
import { Redis } from '../../server/platform/redis/redis.js';
import { STREAM_NAME } from '../../server/platform/realtime/stream.js';
import { beginAgainAfterLoss } from '../../server/platform/realtime/stream-reader.js';
import { eventually } from '../support/eventually.js';
import { useServer } from '../support/site.js';

const { api } = useServer();

let reader: Client;
let writer: Client;
const seen: string[] = [];
let losses = 0;
let isOver = false;
let reading: Promise<void>;

/** As the adapter does it: with the entry that it read last, and again after an error. */
async function follow(): Promise<void> {
  let after = '0-0';
  while (!isOver) {
    const read = reader.xread('COUNT', 10, 'BLOCK', 500, 'STREAMS', STREAM_NAME, after);
    for (const [, entries] of (await read.catch(() => null)) ?? [])
      for (const [id, [, value]] of entries) {
        if (value !== 'last') seen.push(value!);
        after = id;
      }
  }
}
const add = (id: string, n: string) => writer.xadd(STREAM_NAME, id, 'n', n);
const lose = async () => writer.client('KILL', 'ID', `${await idOf(reader)}`);
/** The reader waits in a read, so it is found by what it does. */
async function idOf(client: Client): Promise<number> {
  const port = (client.stream as unknown as { localPort: number }).localPort;
  const list = (await writer.client('LIST')) as string;
  const line = list.split('\n').find((one) => one.includes(`addr=127.0.0.1:${port} `))!;
  return Number(/^id=(\d+)/.exec(line)![1]);
}

describe('a reader of the stream that lost its connection', () => {
  beforeAll(async () => {
    const redis = api.get(Redis);
    writer = redis.connect();
    reader = redis.connect({ autoResendUnfulfilledCommands: false });
    beginAgainAfterLoss(reader, () => losses++);
    reading = follow();
    await reader.ping();
  });
  afterAll(async () => {
    isOver = true;
    await writer.xadd(STREAM_NAME, '*', 'n', 'last');
    await reading;
    await writer.del(STREAM_NAME);
  });

  it('reads on where another Redis has lower ids than were read, and tells of the loss', async () => {
    await writer.del(STREAM_NAME);
    await add('9000000000000-1', 'one');
    await eventually(() => expect(seen).toEqual(['one']));
    // The other one: its last entries are missing, and its clock is behind.
    await writer.del(STREAM_NAME);
    await add('1000-1', 'before');
    await lose();
    await eventually(() => expect(losses).toBe(1));
    await add('1000-2', 'two');
    await eventually(() => expect(seen).toEqual(['one', 'two']));
    await add('1000-3', 'three');
    await eventually(() => expect(seen).toEqual(['one', 'two', 'three']));
  });

  it('reads on after each loss, also of a stream that is empty', async () => {
    await writer.del(STREAM_NAME);
    await lose();
    await eventually(() => expect(losses).toBe(2));
    await add('500-1', 'four');
    await eventually(() => expect(seen.at(-1)).toBe('four'));
    expect(losses).toBe(2);
  });
});
