import type { Socket as Wire } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { rooms, type Tag } from '../../contract/realtime.js';
import { Logger } from '../../server/platform/logger/logger.js';
import { Redis } from '../../server/platform/redis/redis.js';
import { Publisher } from '../../server/platform/realtime/publisher.js';
import { SocketsService } from '../../server/platform/realtime/sockets.service.js';
import { eventually } from '../support/eventually.js';
import { createUser, signedIn } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { useSite } from '../support/site.js';

const { api, workers, org } = useSite({ workers: true });

/** Some 500 KB for each message: more than the system's own buffers hold, all together. */
const PADDING = new Array<Tag>(25_000).fill({ type: 'Export' });
const FRAMES = 60;

const open = async () => TestSocket.open(await signedIn(api, await createUser(api, org, 'leader')));
const connected = () => {
  const { server } = api.get(SocketsService) as unknown as {
    server: { sockets: { sockets: Map<string, unknown> } };
  };
  return server.sockets.sockets;
};

describe('a browser that reads nothing', () => {
  it('is cut off before it fills the memory, and nobody else misses a frame', async () => {
    const [deaf, other] = [await open(), await open()];
    const { ws } = deaf.socket.io.engine.transport as unknown as { ws: { _socket: Wire } };
    const id = deaf.socket.id!;
    ws._socket.pause();
    const room = rooms.institution(org.institutionId);
    const publisher = new Publisher(workers.get(Redis), workers.get(Logger));
    // The site's own processes tell of other things meanwhile, without a number.
    const frames = () => other.of('tags.changed').filter(({ seq }) => seq > 0);
    for (let n = 1; n <= FRAMES; n++) {
      publisher.send(room, 'tags.changed', { tags: PADDING }, new Date());
      await eventually(() => expect(frames().at(-1)?.seq).toBe(n));
    }
    await eventually(() => expect(connected().has(id)).toBe(false));
    expect(connected().has(other.socket.id!)).toBe(true);
    expect(frames()).toHaveLength(FRAMES);
    ws._socket.resume();
    await eventually(() => expect(deaf.socket.connected).toBe(false));
    expect(deaf.of('tags.changed').length).toBeLessThan(FRAMES);
    other.close();
  });
});
