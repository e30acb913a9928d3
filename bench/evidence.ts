import { createHash, randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { checkArchive } from '../server/domain/evidence/evidence.rules.js';
import { publicKeyOf } from '../server/domain/seals/heads.rules.js';
import { keysOf, sealOf, type StoredRow } from '../server/domain/seals/seal.rules.js';
import { columnsOf, STREAMS, type SealedStream } from '../server/domain/seals/streams.rules.js';
import { SealsModule } from '../server/features/seals/seals.module.js';
import { SealsService } from '../server/features/seals/seals.service.js';
import { PlatformModule } from '../server/platform/platform.module.js';
import { castOf, subjectsOf, type Subject } from './lib/cast.js';
import type { Context } from './lib/context.js';
import { count, holds, median, ms, note, within, type Figure } from './lib/figures.js';
import { held } from './lib/held.js';
import { sessionHeaders } from './lib/http-connection.js';
import { Rehearsal } from './lib/rehearsal.js';
import { query, startServer } from './lib/site.js';

/** Two years of one borrower. */
const EVENTS = 4_000;
const RECEIPTS = 1_500;
/** Links of each chain, those of the borrower among them. */
const LINKS = 1_000_000;
const BATCH = 5_000;
const GOAL_MS = 5_000;
const HELD_MS = 100;
const FIRST_ID = 8_600_000_000;
const TABLES = ['domain_event', 'contact_receipt'];

@Module({ imports: [PlatformModule, SealsModule] })
class SigningModule {}

/** A supervisor takes the evidence of a borrower of two years out of chains of a million rows each. */
export async function evidence({ options, site: siteOf, say }: Context): Promise<Figure[]> {
  const site = await siteOf(options.cases);
  const { subject, token } = await Rehearsal.of(site, async (rehearsal) => {
    const { collectors, supervisor } = await castOf(site, rehearsal, 1);
    return { subject: (await subjectsOf(site, collectors, 1))[0]!, token: supervisor.token };
  });
  say(`Filling two years of a borrower, among ${count(LINKS)} links of each chain`);
  await query(site.databaseUrl, (connection) => fill(connection, subject));
  Object.assign(process.env, site.env);
  const signing = await NestFactory.createApplicationContext(SigningModule, { logger: ['error'] });
  const seals = signing.get(SealsService);
  const began = performance.now();
  await seals.sign();
  const grown = performance.now() - began;
  const key = publicKeyOf(await seals.publicKey());
  const server = await startServer(site);
  await held(server.port);
  const times: number[] = [];
  let archive = Buffer.alloc(0);
  for (let round = 0; round < options.rounds; round++) {
    const from = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/guard/evidence/${subject.caseId}`, {
      headers: sessionHeaders(token),
    });
    archive = Buffer.from(await answer.arrayBuffer());
    times.push(performance.now() - from);
  }
  const lag = await held(server.port);
  await server.stop();
  await signing.close();
  await query(site.databaseUrl, forget);
  const { proved, open, findings } = checkArchive(archive, key);
  const load = `${count(EVENTS)} events, ${count(RECEIPTS)} decisions`;
  return [
    within('evidence of two years, median', load, median(times), GOAL_MS, `${count(archive.length)} bytes`),
    holds(
      'evidence: rows that the public key alone proves',
      load,
      `${count(proved)}, ${findings.length} wrong, ${open} open`,
      `${count(EVENTS + RECEIPTS)}, 0 wrong`,
      proved >= EVENTS + RECEIPTS && findings.length === 0,
    ),
    within('evidence: event loop held, at most', load, lag, HELD_MS),
    note(`evidence: the tree over ${count(2 * LINKS)} links, at first`, load, ms(grown)),
  ];
}

async function fill(connection: Connection, subject: Subject): Promise<void> {
  await forget(connection);
  const at = (n: number, of: number) =>
    new Date(Date.now() - 60_000 - Math.floor((1 - n / of) * 63_000_000_000));
  const { caseId, borrowerId, contactId, collectorId } = subject;
  const decision = JSON.stringify({
    allowed: true,
    reasons: [],
    counters: {},
    nextAllowedAt: null,
    zone: 'America/Mexico_City',
  });
  const payload = JSON.stringify({ caseId, contactId, amount: 120_000, note: 'x'.repeat(200) });
  const numbered = (length: number) => Array.from({ length }, (_, n) => n);
  await connection.query(
    `INSERT INTO domain_event (id, name, subject_type, subject_id, case_id, actor_id, payload, effective_at, recorded_at) VALUES ?`,
    [
      numbered(EVENTS).map((n) => [
        FIRST_ID + n,
        'case.assigned',
        'case',
        caseId,
        caseId,
        collectorId,
        payload,
        at(n, EVENTS),
        at(n, EVENTS),
      ]),
    ],
  );
  await connection.query(
    `INSERT INTO contact_receipt (id, case_id, borrower_id, contact_id, channel, kind, slot, allowed, counted, actor_id, policy_version,
       decision, free_before, free_after, free_spoken, at) VALUES ?`,
    [
      numbered(RECEIPTS).map((n) => {
        const when = at(n, RECEIPTS);
        return [
          FIRST_ID + n,
          caseId,
          borrowerId,
          contactId,
          'SMS',
          'ACT',
          'MESSAGE',
          1,
          0,
          collectorId,
          1,
          decision,
          when,
          when,
          when,
          when,
        ];
      }),
    ],
  );
  for (const [stream, own] of [
    ['EVENT', EVENTS],
    ['RECEIPT', RECEIPTS],
  ] as const)
    // prettier-ignore
    await chain(connection, STREAMS.find(({ name }) => name === stream)!, own);
}

/** The borrower's rows stand evenly among links of rows that nobody asks for. */
async function chain(connection: Connection, stream: SealedStream, own: number): Promise<void> {
  const [stored] = await connection.query<RowDataPacket[]>(
    `SELECT ${columnsOf(stream, 'r')} FROM ${stream.table} r WHERE r.id >= ? ORDER BY r.id`,
    [FIRST_ID],
  );
  const keys = keysOf(stream);
  const each = Math.floor(LINKS / own);
  let hash: Buffer = randomBytes(32);
  let rows: unknown[][] = [[stream.name, 0, 0, hash]];
  for (let seq = 1; seq <= LINKS; seq++) {
    const row = seq % each === 0 ? (stored[seq / each - 1] as StoredRow | undefined) : undefined;
    hash = row ? sealOf(hash, keys, row) : createHash('sha256').update(hash).digest();
    rows.push([stream.name, seq, row?.id ?? seq, hash]);
    if (rows.length < BATCH && seq < LINKS) continue;
    await connection.query<ResultSetHeader>('INSERT INTO seal (stream, seq, source_id, hash) VALUES ?', [
      rows,
    ]);
    rows = [];
  }
}

async function forget(connection: Connection): Promise<void> {
  for (const table of ['seal', 'seal_node', 'export_day']) await connection.query(`TRUNCATE ${table}`);
  for (const table of TABLES) await connection.query(`DELETE FROM ${table} WHERE id >= ?`, [FIRST_ID]);
}
