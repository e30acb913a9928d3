import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Config } from '../server/platform/config/config.js';
import { Vault } from '../server/platform/crypto/vault.js';
import { SealedFiles } from '../server/platform/files/sealed-files.js';
import { Logger } from '../server/platform/logger/logger.js';
import { conversationWav } from '../server/seeds/generators/tone.js';
import { castOf, subjectsOf, type Subject } from './lib/cast.js';
import type { Context } from './lib/context.js';
import { count, holds, ms, note, percentile, within, type Figure } from './lib/figures.js';
import { sessionHeaders } from './lib/http-connection.js';
import { held } from './lib/held.js';
import { grown } from './lib/memory.js';
import { Rehearsal } from './lib/rehearsal.js';
import { query, startServer, type Site } from './lib/site.js';

const LISTENERS = 200;
const TEAMS = 20;
const FILES = 20;
const MINUTES = 10;
const SEEK_MS = 5_000;
const LEAST_S = 20;
/** Bytes of one second of the recordings. */
const PLAYED = 8_000;
const AT_ONCE = 10;
const FIRST_ID = 8_500_000_000;
const [GOAL_MS, MOST_MB, MOST_HELD_MS] = [100, 64, 50];

interface Listener extends Subject {
  callId: number;
}

/** People who listen at playback speed, each at another place every five seconds. */
export async function recordings({ options, site: siteOf, say }: Context): Promise<Figure[]> {
  const site = await siteOf(options.cases);
  const subjects = await Rehearsal.of(site, async (rehearsal) => {
    const { collectors } = await castOf(site, rehearsal, TEAMS);
    return subjectsOf(site, collectors, Math.ceil(LISTENERS / collectors.length));
  });
  const listeners = subjects.slice(0, LISTENERS).map((subject, n) => ({ ...subject, callId: FIRST_ID + n }));
  say(`Recording ${FILES} calls of ${MINUTES} minutes`);
  const files = await record(site, listeners);
  const length = conversationWav(MINUTES * 60).length;
  const server = await startServer(site);
  const seconds = Math.max(LEAST_S, options.rounds * options.seconds);
  const first: number[] = [];
  // A few at a time, for each recording's wave is read at its first listening: memory is counted from there.
  for (let at = 0; at < listeners.length; at += AT_ONCE)
    await everybody(listeners.slice(at, at + AT_ONCE), (one) => seek(server.port, one, length, 100, []));
  await held(server.port);
  const memory = await grown(server.pid, () =>
    everybody(listeners, async (one, n) => {
      await delay((n * SEEK_MS) / listeners.length);
      const until = performance.now() + seconds * 1000;
      while (performance.now() < until) await seek(server.port, one, length, SEEK_MS, first);
    }),
  );
  const lag = await held(server.port);
  await server.stop();
  await files.forget();
  const load = `${listeners.length} listeners, a seek each every 5 s, ${count(first.length)} seeks in ${seconds} s`;
  const rounded = Math.round(memory);
  return [
    within('recordings: first byte, p99', load, percentile(first, 0.99), GOAL_MS),
    note('recordings: first byte, p50', load, ms(percentile(first, 0.5))),
    holds(
      'recordings: memory of the server above before',
      load,
      `${rounded} MB`,
      `<= ${MOST_MB} MB`,
      memory <= MOST_MB,
    ),
    within('recordings: event loop held, at most', load, lag, MOST_HELD_MS),
  ];
}

function everybody<One>(all: readonly One[], work: (one: One, n: number) => Promise<void>): Promise<unknown> {
  return Promise.all(all.map(work));
}

/** One range from a random place on, read as fast as it is played, and left. */
async function seek(
  port: number,
  { callId, token }: Listener,
  length: number,
  milliseconds: number,
  first: number[],
): Promise<void> {
  const from = Math.floor(Math.random() * (length - PLAYED));
  const path = `/api/softPhone/downLoadVoice?callId=${callId}&listen=bench-listening`;
  const headers = { ...sessionHeaders(token), range: `bytes=${from}-` };
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      if (answer.statusCode !== 206) return reject(new Error(`Answered ${answer.statusCode}`));
      answer.once('data', () => first.push(performance.now() - started));
      let played = 0;
      answer.on('data', (part: Buffer) => {
        played += part.length;
        const due = started + (played / PLAYED) * 1000 - performance.now();
        if (due <= 0) return;
        answer.pause();
        setTimeout(() => answer.resume(), due).unref();
      });
      setTimeout(() => {
        answer.destroy();
        resolve();
      }, milliseconds);
    });
    // Destroyed above, a request may still complain.
    request.on('error', reject);
  });
}

async function record(site: Site, listeners: readonly Listener[]): Promise<{ forget: () => Promise<void> }> {
  const config = new Config({ ...site.env, PORT: '0' });
  const files = new SealedFiles(config, new Vault(config), new Logger(config));
  const sound = conversationWav(MINUTES * 60);
  const names: string[] = [];
  for (let n = 0; n < FILES; n++) names.push(await files.keep('recordings', sound));
  const forget = () =>
    query(site.databaseUrl, async (connection) => {
      for (const table of ['recording_shape', 'recording_listen'])
        await connection.query(`DELETE FROM ${table} WHERE call_id >= ?`, [FIRST_ID]);
      await connection.query('DELETE FROM phone_call WHERE id >= ?', [FIRST_ID]);
    });
  await forget();
  await query(site.databaseUrl, (connection) =>
    connection.query(
      `INSERT INTO phone_call (id, direction, state, institution_id, group_id, agent_id, supplier, extension_number,
         case_id, number_mask, requested_at, answered_at, ended_at, reason, closed_by, recording) VALUES ?`,
      [
        listeners.map(({ callId, institutionId, groupId, collectorId, caseId }, n) => [
          ...[callId, 'OUT', 'ENDED', institutionId, groupId, collectorId, 'Telvoz', '8000', caseId, '••••'],
          ...[new Date(), new Date(), new Date(), 'HUNG_UP', 'ENDED', names[n % FILES]],
        ]),
      ],
    ),
  );
  return {
    forget: async () => {
      await forget();
      for (const name of names) await files.remove('recordings', name);
    },
  };
}
