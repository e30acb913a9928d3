import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { createStack, startApi, type Stack } from '../support/stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await createStack();
});
afterAll(() => stack.close());

it('answers what comes over an open connection while it goes away, and ends the connection', async () => {
  const api = await startApi();
  const server = api.app.getHttpServer();
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (part) => (answer += part.toString('utf8')));
  await once(server, 'connection');
  const closed = api.close();
  await eventually(() => expect(server.listening).toBe(false));
  const ended = once(socket, 'close');
  socket.write(`GET /readyz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await Promise.all([ended, closed]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
});
