import { describe, expect, it } from '@jest/globals';
import type { ConnectionTestResult } from '../../../contract/administration/connections.js';
import type { ListenAnswer, ListenMode } from '../../../contract/supervision/listening.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn } from '../../support/org.js';
import { startWorkers } from '../../support/workers.js';
import { TelephoneService } from '../../../server/features/calls/telephone/telephone.service.js';
import { Relay } from '../../../workers/relay.js';
import { TestSocket } from '../../support/sockets.js';
import { AsteriskServer } from './asterisk-server.js';
import { goesByAsterisk, useExchange } from './asterisk-calls.js';

const at = useExchange(() => AsteriskServer.start());
const asterisk = () => at.exchange as AsteriskServer;

goesByAsterisk(at);

describe('a third person', () => {
  it.each([['LISTEN'], ['WHISPER'], ['BARGE']] as const)(
    'with %s hears the call, and leaves nothing behind',
    async (mode: ListenMode) => {
      const callId = await at.call(`+52559300000${mode.length}`);
      await at.until(callId, 'ANSWERED');
      const ear = await TestSocket.open(at.desk.as.supervisor);
      const path = `softPhone/${mode.toLowerCase()}`;
      const { data } = await at.desk.as.supervisor.post<ListenAnswer>(path, { callId });
      let bytes = 0;
      ear.socket.on('sound', (pcm) => (bytes += (pcm as Uint8Array).length));
      expect(await ear.socket.emitWithAck('listenIn', { ticket: data.ticket })).toEqual({ ok: true });
      await eventually(() => expect(bytes).toBeGreaterThan(3_000));
      asterisk().said = [];
      ear.socket.emit('talk', Buffer.alloc(1_600, 2));
      if (mode !== 'LISTEN') await eventually(() => expect(asterisk().said).toHaveLength(1));
      ear.close();
      const left = () => [...asterisk().channels.keys(), ...asterisk().bridges.keys()];
      await eventually(() => expect(left().filter((id) => id.startsWith('listen-'))).toEqual([]));
      expect(asterisk().said).toHaveLength(mode === 'LISTEN' ? 0 : 1);
      asterisk().trunk.hangUp();
      await at.until(callId, 'ENDED');
    },
  );
});

it('forgets a recording at the exchange once it is kept here', async () => {
  const callId = await at.call('+525594000001');
  await at.until(callId, 'ANSWERED');
  asterisk().trunk.hangUp();
  await eventually(() => expect([...asterisk().recordings]).not.toContain(`call-${callId}`));
});

it('turns away who calls an extension that nobody has', async () => {
  const { desk } = at;
  await desk.api.rows({
    text: "UPDATE softphone SET status = 'DISABLED' WHERE extension_number = '8001'",
    params: [],
  });
  asterisk().callIn('+525594000002');
  await eventually(() => expect(asterisk().trunk.isRinging).toBe(false));
  await desk.api.rows({
    text: "UPDATE softphone SET status = 'ENABLED' WHERE extension_number = '8001'",
    params: [],
  });
});

it('is tested by what it says of itself, and by its password', async () => {
  const admin = await signedIn(at.desk.api, await createUser(at.desk.api, at.desk.org, 'admin'));
  const test = async () =>
    (
      await admin.post<ConnectionTestResult>('connection/test', {
        provider: 'telephone',
        waiting: false,
        phone: null,
      })
    ).data.outcome;
  expect(await test()).toBe('READY');
});

it('is named by the health of the site when nobody hears it', async () => {
  const telephones = at.desk.api.get(TelephoneService);
  expect(await telephones.isHeard()).toBe(true);
  await asterisk().restart();
  expect(await telephones.isHeard()).toBe(false);
  await eventually(async () => expect(await telephones.isHeard()).toBe(true));
});

// The last one: the site's own worker leads no more.
it('goes on in the worker that leads next', async () => {
  const callId = await at.call('+525595000001');
  await at.until(callId, 'ANSWERED');
  const next = await startWorkers({ processors: true });
  await at.workers.get(Relay).onApplicationShutdown();
  asterisk().trunk.hangUp();
  await at.until(callId, 'ENDED');
  await eventually(() => expect(asterisk().collector.isTalking).toBe(false));
  await next.close();
});
