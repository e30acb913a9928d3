import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFile, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { publicKeyOf, signHead, type Head } from '../../../server/domain/seals/heads.rules.js';
import { keysOf, sealOf, type StoredEvent } from '../../../server/domain/seals/seal.rules.js';
import { columnsOf, EVENT_STREAM } from '../../../server/domain/seals/streams.rules.js';
import { Verification, type Finding } from '../../../server/domain/seals/verify.rules.js';
import { SealsService } from '../../../server/features/seals/seals.service.js';
import { verifyChain } from '../../../server/features/seals/verify.queries.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Random } from '../../data/money/random.js';
import { createCase, pay } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { useSite } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ATTACKS = 500;
const LONG = 240_000;
const seed = Number(process.env['SEAL_SEED'] ?? randomInt(1, 1_000_000));
const random = new Random(seed);

const { api, org, collector } = useSite({ people: { collector: 'member' } });
let workers: INestApplicationContext;
let owner: Connection;
let seals: SealsService;
let key: string;
let heads: Head[];
/** In the order of the chain; the first has seq 1. */
let events: StoredEvent[];

const emptied = () =>
  eventually(async () => expect(await api.rows(sql`SELECT event_id AS id FROM outbox`)).toEqual([]));
let references = 0;
async function work(cases: number): Promise<void> {
  for (let at = 0; at < cases; at++) {
    const made = await createCase(api, org, { ownerId: collector.person.id });
    const providerReference = `seal-${++references}`;
    await pay(api, { loanItemExternalId: made.externalId, amount: 10_000 + at, providerReference });
  }
  await emptied();
}

interface Attack {
  /** Statements of somebody who owns the database. */
  by: (at: number) => Promise<void>;
  found: (at: number) => Finding;
  /** Only what was signed can be told from what somebody with the database made anew. */
  signed?: true;
}

const eventAt = (seq: number) => events[seq - 1]!;
const change = (set: string) => ({
  by: async (at: number) => {
    await owner.query(`UPDATE domain_event SET ${set} WHERE id = ?`, [eventAt(at).id]);
  },
  found: (at: number): Finding => ({ kind: 'CHANGED', seq: at, rowId: eventAt(at).id }),
});
const lastSigned = () => heads.at(-1)!.seq;

const SEALED_EVENTS = `domain_event e JOIN seal s ON s.stream = 'EVENT' AND s.source_id = e.id WHERE TRUE`;
/** All links from `at` on as the changed rows would have them: nothing but the signed words says otherwise. */
async function rebuild(at: number): Promise<void> {
  let [[before]] = (await owner.query<RowDataPacket[]>('SELECT hash FROM seal WHERE stream = \'EVENT\' AND seq = ?', [at - 1])) as unknown as [[{ hash: Buffer }]]; // prettier-ignore
  const [rows] = await owner.query<RowDataPacket[]>(
    `SELECT s.seq, ${columnsOf(EVENT_STREAM, 'e')} FROM ${SEALED_EVENTS} AND s.seq >= ? ORDER BY s.seq`,
    [at],
  );
  const links = rows.map((row) => {
    before = { hash: sealOf(before.hash, keysOf(EVENT_STREAM), row) };
    return ['EVENT', row['seq'] as number, row['id'] as number, before.hash];
  });
  await owner.query(
    'INSERT INTO seal (stream, seq, source_id, hash) VALUES ? ON DUPLICATE KEY UPDATE hash = VALUES(hash)',
    [links],
  );
}

const DAY = 5;
const ATTACKS_BY_NAME: Record<string, Attack> = {
  'a byte of the payload': change(`payload = CONCAT(payload, ' ')`),
  'an amount': change(`payload = REPLACE(CONCAT(payload, '0'), '1', '2')`),
  'the time of recording': change('recorded_at = recorded_at + INTERVAL 1000 MICROSECOND'),
  'the time of effect': change('effective_at = effective_at - INTERVAL 1000 MICROSECOND'),
  'the actor': change('actor_id = COALESCE(actor_id, 0) + 1'),
  'the case': change('case_id = COALESCE(case_id, 0) + 1'),
  'a row deleted': {
    by: async (at) => void (await owner.query('DELETE FROM domain_event WHERE id = ?', [eventAt(at).id])),
    found: (at) => ({ kind: 'MISSING', seq: at, rowId: eventAt(at).id }),
  },
  'a row deleted with its seal': {
    by: async (at) => {
      const { id } = eventAt(at);
      await owner.query(
        "DELETE FROM seal WHERE stream = 'EVENT' AND source_id = ?; DELETE FROM domain_event WHERE id = ?",
        [id, id],
      );
    },
    found: (at) => ({ kind: 'MISSING', seq: at, rowId: null }),
    signed: true,
  },
  'two rows swapped': {
    by: async (at) => {
      const [one, other] = [eventAt(at), eventAt(at + 1)];
      const swap = 'UPDATE domain_event SET payload = ?, name = ?, subject_id = ? WHERE id = ?; ';
      await owner.query(swap + swap, [
        ...[other.payload, other.name, other.subjectId, one.id],
        ...[one.payload, one.name, one.subjectId, other.id],
      ]);
    },
    found: (at) => ({ kind: 'CHANGED', seq: at, rowId: eventAt(at).id }),
  },
  'all from a moment on cut off': {
    by: async (at) => {
      await owner.query(
        `DELETE e FROM ${SEALED_EVENTS} AND s.seq >= ?; DELETE FROM seal WHERE stream = 'EVENT' AND seq >= ?`,
        [at, at],
      );
    },
    found: (at) => ({ kind: 'CUT', seq: at, rowId: null }),
    signed: true,
  },
  'a stretch removed': {
    by: async (at) => {
      await owner.query(
        `DELETE e FROM ${SEALED_EVENTS} AND s.seq >= ? AND s.seq < ?;
         DELETE FROM seal WHERE stream = 'EVENT' AND seq >= ? AND seq < ?`,
        [at, at + DAY, at, at + DAY],
      );
    },
    found: (at) => ({ kind: 'MISSING', seq: at, rowId: null }),
    signed: true,
  },
  'seals made anew without the key': {
    by: async (at) => {
      await owner.query(`UPDATE domain_event SET payload = CONCAT(payload, ' ') WHERE id = ?`, [
        eventAt(at).id,
      ]);
      await rebuild(at);
    },
    found: (at) => {
      const seq = (heads.findLast((head) => head.seq < at)?.seq ?? 0) + 1;
      return { kind: 'REBUILT', seq, rowId: eventAt(seq).id };
    },
    signed: true,
  },
};

const verified = async (words: readonly Head[] = heads) =>
  verifyChain(owner, new Verification(EVENT_STREAM, words, publicKeyOf(key)), new Date());
const verifiedHere = async () => (await seals.verify())[0]!;

describe('the chain of the log', () => {
  beforeAll(async () => {
    await rm(join(process.env['RECOUP_DATA_DIR']!, 'seals'), { recursive: true, force: true });
    workers = await startWorkers();
    seals = workers.get(SealsService);
    for (let word = 0; word < 3; word++) {
      await work(12);
      await seals.sign();
    }
    // Behind the last signed word.
    await work(3);
    heads = (await seals.heads()).filter(({ stream }) => stream === 'EVENT');
    key = await seals.publicKey();
    owner = await mysql.createConnection({ uri: process.env['RECOUP_MIGRATE_DATABASE_URL']!, timezone: 'Z', multipleStatements: true }); // prettier-ignore
    const [rows] = await owner.query<RowDataPacket[]>(
      `SELECT ${columnsOf(EVENT_STREAM, 'e')} FROM ${SEALED_EVENTS} AND s.seq > 0 ORDER BY s.seq`,
    );
    events = rows as StoredEvent[];
  }, LONG);
  afterAll(async () => {
    await owner.end();
    await workers.close();
  });

  it('is right as the relay made it, and has signed words of three moments', async () => {
    expect(heads).toHaveLength(3);
    const report = { stream: 'EVENT', rows: events.length, heads: 3, earlier: 0, finding: null };
    expect(await verifiedHere()).toEqual(report);
    expect(events.length).toBeGreaterThan(lastSigned());
    expect(await seals.unsigned()).toEqual({ minutes: 0, isShort: false });
    expect(await seals.sign()).toMatchObject([{ seq: events.length }]);
    expect(await seals.sign()).toEqual([]);
  });

  it(`tells each of ${ATTACKS} attacks by a database’s owner by its first row, seed ${seed}`, async () => {
    const names = Object.keys(ATTACKS_BY_NAME);
    const tried = new Map<string, number>();
    for (let count = 0; count < ATTACKS; count++) {
      const name = random.one(names)!;
      const attack = ATTACKS_BY_NAME[name]!;
      const most = attack.signed ? lastSigned() - DAY : events.length - 1;
      const at = random.whole(1, most);
      await owner.query('START TRANSACTION');
      await attack.by(at);
      const { finding } = await verified();
      await owner.query('ROLLBACK');
      expect({ name, at, finding }).toEqual({ name, at, finding: attack.found(at) });
      tried.set(name, (tried.get(name) ?? 0) + 1);
    }
    expect([...tried.keys()].sort()).toEqual(names.sort());
    expect((await verified()).finding).toBeNull();
  }, LONG); // prettier-ignore

  it('tells an event that was never sealed, and one that only waits for it is none', async () => {
    await owner.query('START TRANSACTION');
    const [added] = await owner.query<mysql.ResultSetHeader>(`
      INSERT INTO domain_event (name, subject_type, subject_id, payload, effective_at, recorded_at)
      SELECT name, subject_type, subject_id, payload, effective_at, recorded_at FROM domain_event ORDER BY id DESC LIMIT 1`);
    expect((await verified()).finding).toEqual({ kind: 'INSERTED', seq: null, rowId: added.insertId });
    await owner.query('INSERT INTO outbox (event_id) VALUES (?)', [added.insertId]);
    expect((await verified()).finding).toBeNull();
    await owner.query('ROLLBACK');
  });

  it('tells a signed word that was changed, and one by another key', async () => {
    const [first, ...others] = heads as [Head, ...Head[]];
    const forged = { ...first, hash: first.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
    expect((await verified([forged, ...others])).finding).toMatchObject({ kind: 'FORGED', seq: first.seq });
  });

  it('is verified by the tool from another place, and what a restore has lost is put aside once', async () => {
    const at = ['--import', './test/support/typescript.mjs', 'server/tools/verify.ts'];
    const folder = join(process.env['RECOUP_DATA_DIR']!, 'seals');
    const run = (...args: string[]) =>
      new Promise<{ code: number | null; said: string }>((resolve) =>
        execFile(process.execPath, [...at, ...args], { cwd: root }, (error, said) =>
          resolve({ code: error ? Number(error.code) : 0, said }),
        ),
      );
    const elsewhere = ['--heads', folder, '--key', join(folder, 'public-key.pem')];
    const right = 'nothing is changed, missing or inserted';
    expect(await run(...elsewhere)).toEqual({ code: 0, said: expect.stringContaining(right) });
    const { id } = eventAt(2);
    await owner.query(`UPDATE domain_event SET payload = CONCAT(payload, ' ') WHERE id = ?`, [id]);
    expect(await run()).toEqual({ code: 1, said: expect.stringContaining(`CHANGED at link 2, row ${id}`) });
    await owner.query('UPDATE domain_event SET payload = ? WHERE id = ?', [eventAt(2).payload, id]);
    const invented = { ...heads[0]!, seq: events.length + 9, at: new Date().toISOString() };
    const word = signHead(invented, await readFile(join(folder, 'private-key.pem'), 'utf8'));
    const [file] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    await appendFile(join(folder, file!), `${JSON.stringify(word)}\n`);
    expect(await run()).toEqual({ code: 1, said: expect.stringContaining('CUT at link') });
    // A shorter chain signed on an earlier day is seen, too.
    await rename(join(folder, file!), join(folder, 'heads-2020-01-01.jsonl'));
    await expect(seals.sign()).rejects.toThrow('shorter than what was signed');
    expect(await seals.unsigned()).toMatchObject({ isShort: true });
    expect(await seals.putAside()).toBe(1);
    expect(await run()).toEqual({ code: 0, said: expect.stringContaining(right) });
    expect((await run('--heads', folder)).code).toBe(2);
  }, LONG); // prettier-ignore

  it('of another beginning is not the one that was signed', async () => {
    await owner.query('START TRANSACTION');
    await owner.query("UPDATE seal SET hash = ? WHERE stream = 'EVENT' AND seq = 0", [Buffer.alloc(32, 7)]);
    await rebuild(1);
    expect((await verified()).finding).toEqual({ kind: 'CUT', seq: 0, rowId: null });
    await owner.query('ROLLBACK');
  });

  it('stays right in twenty rounds of work, verified while the relay goes on', async () => {
    for (let round = 0; round < 20; round++) {
      const made = await createCase(api, org, { ownerId: collector.person.id });
      const [report] = await Promise.all([
        verifiedHere(),
        pay(api, { loanItemExternalId: made.externalId, amount: 500, providerReference: `round-${round}` }),
      ]);
      expect(report.finding).toBeNull();
      await seals.sign();
    }
    await emptied();
    const { rows: sealed, finding } = await verifiedHere();
    expect(finding).toBeNull();
    expect(sealed).toBeGreaterThan(events.length);
  }, LONG); // prettier-ignore
});
