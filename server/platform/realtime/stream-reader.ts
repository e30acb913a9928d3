import type { Redis as Client } from 'ioredis';
import { STREAM_NAME } from './stream.js';

/** Its arguments end with the entry behind which it reads. */
type Read = (...words: (string | number)[]) => Promise<unknown>;

/**
 * Lets a reader of the stream begin behind its newest entry whenever its connection was lost. Another Redis may lead then, whose last
 * entries are missing and whose clock may be behind: its next entries would have ids that the reader takes for read. The
 * client must not send a read again by itself.
 *
 * @param onLoss after the reader has begun again: whatever was sent meanwhile reached nobody
 */
export function beginAgainAfterLoss(reader: Client, onLoss: () => void): void {
  const read = reader.xread.bind(reader) as Read;
  let isLost = false;
  /** The adapter goes on with the entry that it read before the loss, until it gets another one. */
  let before: string | number | undefined;
  let newest: string | number = '$';
  reader.on('close', () => (isLost = true));
  const readOn: Read = async (...words) => {
    await readiness(reader);
    const wanted = words.at(-1)!;
    if (isLost) {
      isLost = false;
      const [entry] = await reader.xrevrange(STREAM_NAME, '+', '-', 'COUNT', 1);
      [before, newest] = [wanted, entry?.[0] ?? '0-0'];
      onLoss();
    }
    return untilClose(reader, read(...words.slice(0, -1), wanted === before ? newest : wanted));
  };
  Object.assign(reader, { xread: readOn });
}

/** The client forgets what it had asked for, and answers nothing. */
function untilClose(client: Client, answer: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error('The connection was lost'));
    client.once('close', closed);
    void answer.then(resolve, reject).then(() => client.off('close', closed));
  });
}

/** Never, when the connection was ended by us: who reads in a loop must not turn in it. */
function readiness(client: Client): Promise<unknown> | undefined {
  if (client.status === 'ready') return undefined;
  return new Promise((ready) => client.once('ready', ready));
}
