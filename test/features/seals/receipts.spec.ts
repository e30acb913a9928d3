import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { CONTACT_CHANNELS } from '../../../contract/contact/contact-compliance.js';
import { publicKeyOf, signHead, type Head } from '../../../server/domain/seals/heads.rules.js';
import { RECEIPT_STREAM } from '../../../server/domain/seals/streams.rules.js';
import { Verification, type Finding } from '../../../server/domain/seals/verify.rules.js';
import { ContactComplianceService } from '../../../server/features/contact-compliance/decide/contact-compliance.service.js';
import { SealsService } from '../../../server/features/seals/seals.service.js';
import { verifyChain } from '../../../server/features/seals/verify.queries.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { createCase, type TestCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { useSite } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';

const LONG = 120_000;
const { api, org } = useSite();
let workers: INestApplicationContext;
let owner: Connection;
let seals: SealsService;
let heads: Head[];
let key: string;
/** In the order of the chain. */
let sealed: number[];

/** A contact that is asked for: allowed or not, it leaves its receipt. */
async function ask(
  { id: caseId, contactId }: TestCase,
  channel: (typeof CONTACT_CHANNELS)[number],
): Promise<void> {
  const compliance = api.get(ContactComplianceService);
  const asked = { receiptId: await api.get(Ids).take(), caseId, contactId, channel, actorId: null };
  await api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
    compliance.judge(tx, asked, await tx.read<object[]>(...compliance.entries(asked, tx.now)));
  });
}

const counts = async () => {
  const [row] = await api.rows<{ receipts: number; seals: number }>(sql`
    SELECT (SELECT COUNT(*) FROM contact_receipt) AS receipts,
      (SELECT COUNT(*) FROM seal WHERE stream = 'RECEIPT' AND seq > 0) AS seals`);
  return row!;
};

async function work(cases: number): Promise<void> {
  for (let each = 0; each < cases; each++) {
    const made = await createCase(api, org, {});
    for (const channel of CONTACT_CHANNELS) await ask(made, channel);
  }
  await eventually(async () => {
    const { receipts, seals: links } = await counts();
    expect(links).toBe(receipts - before);
  });
}
/** Receipts of before the chain began. */
let before = 0;

const verified = async (words = heads, now = new Date()) =>
  (await verifyChain(owner, new Verification(RECEIPT_STREAM, words, publicKeyOf(key)), now)).finding;

/** Acts of somebody who owns the database on the row at a place of the chain, and what is found. */
const ATTACKS: Record<string, { by: string; kind: Finding['kind'] }> = {
  'an answer turned round': { by: 'UPDATE contact_receipt SET allowed = 1 - allowed WHERE id = ?', kind: 'CHANGED' },
  'its reasons': { by: `UPDATE contact_receipt SET decision = CONCAT(decision, ' ') WHERE id = ?`, kind: 'CHANGED' },
  'the policy that it was judged by': {
    by: 'UPDATE contact_receipt SET policy_version = policy_version + 1 WHERE id = ?',
    kind: 'CHANGED',
  },
  'the policy of a level above': {
    by: `UPDATE contact_receipt SET policy_above = '1:9' WHERE id = ?`,
    kind: 'CHANGED',
  },
  'its time': {
    by: 'UPDATE contact_receipt SET at = at - INTERVAL 1000 MICROSECOND WHERE id = ?',
    kind: 'CHANGED',
  },
  'whom it was about': {
    by: 'UPDATE contact_receipt SET contact_id = COALESCE(contact_id, 0) + 1 WHERE id = ?',
    kind: 'CHANGED',
  },
  'by whom': { by: 'UPDATE contact_receipt SET actor_id = 7 WHERE id = ?', kind: 'CHANGED' },
  'a receipt deleted': { by: 'DELETE FROM contact_receipt WHERE id = ?', kind: 'MISSING' },
}; // prettier-ignore

describe('the chain of the receipts', () => {
  beforeAll(async () => {
    const first = await createCase(api, org, {});
    await ask(first, 'CALL');
    before = (await counts()).receipts;
    owner = await mysql.createConnection({ uri: process.env['RECOUP_MIGRATE_DATABASE_URL']!, timezone: 'Z', multipleStatements: true }); // prettier-ignore
    await owner.query('UPDATE contact_receipt SET at = at - INTERVAL 1 HOUR');
    workers = await startWorkers();
    seals = workers.get(SealsService);
    await eventually(async () =>
      expect(await api.rows(sql`SELECT seq FROM seal WHERE stream = 'RECEIPT'`)).toEqual([{ seq: 0 }]),
    );
    await work(4);
    await seals.sign();
    await work(2);
    heads = (await seals.heads()).filter(({ stream }) => stream === 'RECEIPT');
    key = await seals.publicKey();
    const [rows] = await owner.query<RowDataPacket[]>(
      `SELECT source_id AS id FROM seal WHERE stream = 'RECEIPT' AND seq > 0 ORDER BY seq`,
    );
    sealed = rows.map((row) => row['id'] as number);
  }, LONG);
  afterAll(async () => {
    await owner.end();
    await workers.close();
  });

  it('begins behind what was before, has each receipt once, and is signed', async () => {
    const [all] = await owner.query<RowDataPacket[]>('SELECT id FROM contact_receipt ORDER BY at, id');
    expect(all.slice(before).map((row) => row['id'] as number)).toEqual(sealed.toSorted((a, b) => a - b));
    expect(heads).toHaveLength(1);
    const reports = await seals.verify();
    expect(reports.at(1)).toEqual({
      stream: 'RECEIPT',
      rows: sealed.length,
      heads: 1,
      earlier: 0,
      finding: null,
    });
    expect(await seals.sign()).toContainEqual(
      expect.objectContaining({ stream: 'RECEIPT', seq: sealed.length }),
    );
  });

  it('tells each attack at each place by its row', async () => {
    for (const [name, { by, kind }] of Object.entries(ATTACKS))
      for (const [index, rowId] of sealed.entries()) {
        await owner.query('START TRANSACTION');
        await owner.query(by, [rowId]);
        const finding = await verified();
        await owner.query('ROLLBACK');
        expect({ name, finding }).toEqual({ name, finding: { kind, seq: index + 1, rowId } });
      }
    expect(await verified()).toBeNull();
  }, LONG); // prettier-ignore

  it('tells the end cut off, with its seals', async () => {
    const { seq } = heads[0]!;
    await owner.query('START TRANSACTION');
    await owner.query("DELETE FROM seal WHERE stream = 'RECEIPT' AND seq >= ?", [seq]);
    await owner.query('DELETE FROM contact_receipt WHERE id IN (?)', [sealed.slice(seq - 1)]);
    expect(await verified()).toEqual({ kind: 'CUT', seq, rowId: null });
    await owner.query('ROLLBACK');
  });

  it('is right when a contact has become a conversation, or its slot was given back', async () => {
    await owner.query('START TRANSACTION');
    await owner.query(
      "UPDATE contact_receipt SET conversation_at = at, counted = 0, released = 'NO_ANSWER', released_at = at",
    );
    expect(await verified()).toBeNull();
    await owner.query('ROLLBACK');
  });

  it('tells a receipt that was never sealed, once it is too old to wait, and signs nothing while it waits', async () => {
    const id = await api.get(Ids).take();
    await owner.query(
      `INSERT INTO contact_receipt (id, case_id, borrower_id, channel, kind, slot, allowed, counted, policy_version, decision,
         free_before, free_after, free_spoken, at)
       SELECT ?, case_id, borrower_id, channel, kind, slot, allowed, 0, policy_version, decision, free_before, free_after,
         free_spoken, at - INTERVAL 5 MINUTE FROM contact_receipt WHERE id = ?`,
      [id, sealed.at(-1)],
    );
    expect(await verified()).toBeNull();
    expect((await seals.sign()).map(({ stream }) => stream)).not.toContain('RECEIPT');
    const later = new Date(Date.now() + 3_600_000);
    expect(await verified(heads, later)).toEqual({ kind: 'INSERTED', seq: null, rowId: id });
    await owner.query('DELETE FROM contact_receipt WHERE id = ?', [id]);
  });

  it('tells a receipt that was sealed long after the time that it bears', async () => {
    const [head] = heads as [Head];
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const file = join(process.env['RECOUP_DATA_DIR']!, 'seals', 'private-key.pem');
    const later = signHead({ ...head, at }, await readFile(file, 'utf8'));
    const rowId = sealed[head.seq]!;
    expect(await verified([later])).toEqual({ kind: 'INSERTED', seq: head.seq + 1, rowId });
  });
});
