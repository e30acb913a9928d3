import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { createOrg, createUser, signedIn, type Client } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const [CONTINUED, TEXT, PING, PONG] = [0, 1, 9, 10];

let stack: Stack;
let api: Api;
let client: Client;
const open: Socket[] = [];

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  client = await signedIn(api, await createUser(api, await createOrg(api), 'leader'));
});
afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));
afterAll(async () => {
  await api.close();
  await stack.close();
});

/** A frame of a WebSocket as a browser sends it, masked by zeros. */
function frame(kind: number, text = '', isLast = true): Buffer {
  const length = text.length < 126 ? [0x80 | text.length] : [0xfe, text.length >> 8, text.length & 0xff];
  return Buffer.concat([
    Buffer.from([(isLast ? 0x80 : 0) | kind, ...length, 0, 0, 0, 0]),
    Buffer.from(text, 'latin1'),
  ]);
}

/** A WebSocket written byte by byte: no library sends what is to be tested here. */
async function opened(isSignedIn: boolean): Promise<Socket> {
  const { hostname, port, host } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  const headers = [
    ...[
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `host: ${host}`,
      `cookie: token=${client.token}`,
    ],
    ...['upgrade: websocket', 'connection: Upgrade', 'sec-websocket-version: 13'],
    `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  await eventually(() => expect(received).toContain('"sid"'));
  if (!isSignedIn) return socket;
  socket.write(frame(TEXT, `40${JSON.stringify({ token: client.token })}`));
  await eventually(() => expect(received).toContain('40{'));
  return socket;
}

/** Sends without end, and reads nothing but the end. */
async function closedUnder(socket: Socket, flood: Buffer): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const write = () => {
    while (socket.writable && socket.write(flood));
    if (socket.writable) socket.once('drain', write);
  };
  write();
  await closed;
}

describe('a connection that sends frames without a message', () => {
  it.each([
    ['pings of the transport', frame(PING)],
    ['pongs of the transport', frame(PONG)],
    ['pongs that nobody asked for', frame(TEXT, '3')],
    ['packets that say nothing', frame(TEXT, '6')],
  ])('is cut off, signed in or not: %s', async (_, one) => {
    const flood = Buffer.concat(Array<Buffer>(1_000).fill(one));
    await closedUnder(await opened(false), flood);
    await closedUnder(await opened(true), flood);
  });

  it('is cut off by its bytes: a message of empty pieces', async () => {
    const pieces = Array<Buffer>(10_000).fill(frame(CONTINUED, '', false));
    const beat = Buffer.concat([frame(TEXT, '42["none"', false), ...pieces, frame(CONTINUED, ']')]);
    await closedUnder(await opened(true), beat);
  });

  it('stays when it answers each ping of the server, and a few more', async () => {
    const socket = await opened(true);
    socket.write(Buffer.concat(Array<Buffer>(10).fill(frame(TEXT, '3'))));
    const answered = new Promise<string>((resolve) =>
      socket.on('data', (chunk) => /43\d/.test(chunk.toString('latin1')) && resolve('answered')),
    );
    socket.write(frame(TEXT, '420["watch",{"topic":"none"}]'));
    expect(await answered).toBe('answered');
  });
});

describe('a connection that floods', () => {
  it('is cut off within its first second when it sends thousands of messages', async () => {
    const socket = await opened(true);
    const begun = performance.now();
    await closedUnder(socket, Buffer.concat(Array<Buffer>(1_000).fill(frame(TEXT, '42["beat"]'))));
    expect(performance.now() - begun).toBeLessThan(2_500);
  });

  it('ends when the server closes it, and not when it agrees', async () => {
    await closedUnder(await opened(true), frame(TEXT, '4nothing'));
  });
});
