import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '../../server/platform/logger/logger.js';
import { MessageGate } from '../../server/platform/realtime/message-gate.js';
import { SocketsService } from '../../server/platform/realtime/sockets.service.js';
import { eventually } from '../support/eventually.js';
import { createUser, signedIn, type Client } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { useSite } from '../support/site.js';

const open: Socket[] = [];

const { api, org } = useSite();
afterEach(() => open.splice(0).forEach((socket) => socket.disconnect()));

const newcomer = async () => signedIn(api, await createUser(api, org, 'leader'));
const teamOf = async (client: Client) => (await client.get<{ id: number }[]>('dashboard/groups')).data[0]!.id;
const opened = async (client: Client) => {
  const { socket } = await TestSocket.open(client);
  open.push(socket as Socket);
  return socket as Socket;
};
/** The watches that reach the part which judges them. */
const judged = (): { count: number; restore: () => void } => {
  const sockets = api.get(SocketsService);
  const seen = { count: 0, restore: () => Reflect.deleteProperty(sockets, 'watch') };
  const watch = sockets.watch.bind(sockets);
  Object.assign(sockets, {
    watch: (...args: Parameters<typeof watch>) => {
      seen.count++;
      return watch(...args);
    },
  });
  return seen;
};

describe('a socket that sends without end', () => {
  it('is counted before its messages are parsed, and gets no answer beyond the budget', async () => {
    const client = await newcomer();
    const socket = await opened(client);
    const topic = { topic: 'board', groupId: await teamOf(client) };
    const seen = judged();
    let answered = 0;
    for (let times = 0; times < 1_000; times++)
      socket.emit('watch', times % 2 ? topic : { topic: 'odd' }, () => answered++);
    // Messages over the budget are dropped in order: a later one is answered once the bucket has refilled a
    // little.
    await eventually(async () =>
      expect(await socket.timeout(200).emitWithAck('watch', topic)).toMatchObject({
        ok: expect.any(Boolean),
      }),
    );
    // An answer that waits for the database may come after that of a later message.
    await eventually(() => expect(answered).toBeGreaterThanOrEqual(200));
    seen.restore();
    expect(answered).toBeLessThan(400);
    expect(seen.count).toBeLessThan(250);
    expect(socket.connected).toBe(true);
  });

  it('is disconnected after three seconds of refusals, and nobody else is', async () => {
    const [client, other] = [await newcomer(), await newcomer()];
    const [socket, quiet] = [await opened(client), await opened(other)];
    const closed = new Promise<string>((resolve) => socket.on('disconnect', resolve));
    socket.io.reconnection(false);
    const flood = setInterval(() => {
      // Fewer than the refusals that end a socket within one second.
      for (let times = 0; times < 20; times++) socket.emit('beat', { tab: 'x' });
    }, 20);
    const begun = performance.now();
    expect(await closed).toMatch(/transport/);
    clearInterval(flood);
    expect(performance.now() - begun).toBeGreaterThan(1_000);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(quiet.connected).toBe(true);
  });

  it('is disconnected by one message of more than 4 KB', async () => {
    const socket = await opened(await newcomer());
    socket.io.reconnection(false);
    const answer = await socket.timeout(5_000).emitWithAck('watch', { topic: 'x'.repeat(4_000) });
    expect(answer).toEqual({ ok: false });
    const closed = new Promise((resolve) => socket.on('disconnect', resolve));
    socket.emit('watch', { topic: 'x'.repeat(4_100) });
    await closed;
  });

  it('is disconnected before it is admitted when it says more than that it connects', async () => {
    const socket = io(api.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: 'x' },
    });
    open.push(socket);
    const closed = new Promise((resolve) => socket.io.on('close', resolve));
    socket.io.on('open', () => {
      for (let times = 0; times < 10; times++) socket.io.engine.write('0{"token":"x"}');
    });
    await closed;
  });
});

describe('a session', () => {
  it('has 20 sockets, and one more when one has gone', async () => {
    const client = await newcomer();
    const sockets = await Promise.all(Array.from({ length: 20 }, () => opened(client)));
    await expect(TestSocket.open(client)).rejects.toThrow('request.tooMany');
    sockets[0]!.disconnect();
    await eventually(() => opened(client));
    await opened(await newcomer());
  });
});

describe('a handshake', () => {
  it.each(['{"toString":1}', '["x"]', '7', 'null', '{"$ne":""}'])(
    'with %s for a token is refused like any, and no failure is logged',
    async (token) => {
      const errors: unknown[] = [];
      const logger = api.get(Logger);
      Object.assign(logger, { error: (error: unknown) => errors.push(error) });
      const socket = io(api.url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        auth: { token: JSON.parse(token) as unknown },
        extraHeaders: { cookie: 'token=x' },
      });
      open.push(socket);
      const refusal = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
      Reflect.deleteProperty(logger, 'error');
      expect(refusal.message).toBe('session.refused');
      expect(errors).toEqual([]);
    },
  );
});

describe('the gate', () => {
  it('is there for a connection before its first message', () => {
    expect(new MessageGate(() => undefined).enter({} as never, 1)).toBe(false);
  });
});
