import { describe, expect, it } from '@jest/globals';
import type { ListenAnswer } from '../../contract/supervision/listening.js';
import { EXTENSION, goesByAsterisk, useExchange, type Exchange } from '../features/calls/asterisk-calls.js';
import { callOf } from '../features/calls/desk.js';
import { loudnessOf, toneOf } from '../features/listening/tones.js';
import { eventually } from '../support/eventually.js';
import { TestSocket } from '../support/sockets.js';
import { SealedFiles } from '../../server/platform/files/sealed-files.js';
import { ARI_PASSWORD, ARI_USER, COLLECTOR_ADDRESS, startPbx, TRUNK_ADDRESS } from './pbx.js';
import { Phone } from './phone.js';

const [COLLECTOR, BORROWER, SUPERVISOR] = [440, 620, 1000];
const WAV_HEAD = 44;
/** Loudness of a tone, whose amplitude is 8,000. */
const [LOUD, QUIET] = [2_000, 500];

async function start(): Promise<Exchange> {
  const collector = await Phone.open(COLLECTOR, COLLECTOR_ADDRESS);
  const trunk = await Phone.open(BORROWER, TRUNK_ADDRESS);
  const root = process.env['RECOUP_ASTERISK_ROOT'] ?? '/';
  const pbx = await startPbx(root, { collector: collector.port, trunk: trunk.port });
  return {
    ...{ url: pbx.url, account: ARI_USER, password: ARI_PASSWORD, collector, trunk },
    callIn: (from) => trunk.call(EXTENSION, from, pbx.sipPort),
    async restart() {
      await pbx.kill();
      collector.forget();
      trunk.forget();
      await pbx.start();
    },
    async close() {
      await pbx.close();
      collector.close();
      trunk.close();
    },
  };
}

const at = useExchange(start);
const phoneOf = (which: 'collector' | 'trunk') => at.exchange[which] as Phone;

goesByAsterisk(at);

describe('who hears whom', () => {
  const hears = (who: Phone, whom: number[], not: number[]) =>
    eventually(() => {
      for (const hz of whom) expect({ hz, loud: who.hears(hz) > LOUD }).toEqual({ hz, loud: true });
      for (const hz of not) expect({ hz, quiet: who.hears(hz) < QUIET }).toEqual({ hz, quiet: true });
    });

  it('is the two of them', async () => {
    const callId = await at.call('+525591000001');
    await at.until(callId, 'ANSWERED');
    await hears(phoneOf('collector'), [BORROWER], [COLLECTOR]);
    await hears(phoneOf('trunk'), [COLLECTOR], [BORROWER]);
    // Many telephones pick up by it.
    expect(phoneOf('collector').asked.at(-1)!.head['call-info']).toEqual(['<sip:recoup>;answer-after=0']);
    await eventually(() => expect(phoneOf('trunk').secondsHeard).toBeGreaterThan(1));
    phoneOf('collector').hangUp();
    await at.until(callId, 'ENDED');
    const name = await eventually(async () => {
      const { recording } = await callOf(at.desk, callId);
      expect(recording).not.toBeNull();
      return recording!;
    });
    const wav = await at.desk.api.get(SealedFiles).open('recordings', name);
    const { buffer, byteOffset, byteLength } = wav!;
    const samples = new Int16Array(buffer.slice(byteOffset + WAV_HEAD, byteOffset + byteLength));
    for (const hz of [COLLECTOR, BORROWER]) expect(loudestOf(samples, hz)).toBeGreaterThan(LOUD);
  });

  it.each([
    ['LISTEN', 'listen', []],
    ['WHISPER', 'whisper', ['collector']],
    ['BARGE', 'barge', ['collector', 'trunk']],
  ])('and with %s the supervisor, who hears both', async (mode, path, hearing) => {
    const callId = await at.call(`+52559200000${mode.length}`);
    await at.until(callId, 'ANSWERED');
    const ear = await TestSocket.open(at.desk.as.supervisor);
    const { data } = await at.desk.as.supervisor.post<ListenAnswer>(`softPhone/${path}`, { callId });
    let heard: number[] = [];
    ear.socket.on('sound', (sound) => {
      const pcm = Buffer.from(sound as Uint8Array);
      for (let byte = 0; byte + 1 < pcm.length; byte += 2) heard.push(pcm.readInt16LE(byte));
      heard = heard.slice(-8_000);
    });
    expect(await ear.socket.emitWithAck('listenIn', { ticket: data.ticket })).toEqual({ ok: true });
    await eventually(() => {
      expect(loudnessOf(heard.slice(-4_000), COLLECTOR)).toBeGreaterThan(LOUD);
      expect(loudnessOf(heard.slice(-4_000), BORROWER)).toBeGreaterThan(LOUD);
    });
    const words = setInterval(() => ear.socket.emit('talk', toneOf(SUPERVISOR, 800)), 100);
    for (const who of ['collector', 'trunk'] as const) {
      const does = hearing.includes(who);
      await hears(phoneOf(who), does ? [SUPERVISOR] : [], does ? [] : [SUPERVISOR]);
    }
    clearInterval(words);
    ear.close();
    phoneOf('trunk').hangUp();
    await at.until(callId, 'ENDED');
  });
});

/** The loudest tenth of a second. */
function loudestOf(samples: Int16Array, hz: number): number {
  const parts = Math.floor(samples.length / 800);
  const loudness = Array.from({ length: parts }, (_, at) =>
    loudnessOf(samples.slice(at * 800, at * 800 + 800), hz),
  );
  return Math.max(...loudness);
}
