import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import {
  insertReceipt,
  noteConversation,
  releaseReceipt,
  type Receipt,
} from '../../../server/domain/contact-compliance/decide/receipts.writes.js';
import { publicKeyOf, type Head } from '../../../server/domain/seals/heads.rules.js';
import {
  OUTCOME_STREAM,
  SIGN_IN_STREAM,
  type SealedStream,
} from '../../../server/domain/seals/streams.rules.js';
import { Verification, type Finding } from '../../../server/domain/seals/verify.rules.js';
import { SealsService } from '../../../server/features/seals/seals.service.js';
import { verifyChain } from '../../../server/features/seals/verify.queries.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { createCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { createUser, PASSWORD } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { useSite } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';

const { api, org } = useSite();
let workers: INestApplicationContext;
let owner: Connection;
let seals: SealsService;
let heads: Head[];
let key: string;
let signIns: number[];
let receipts: number[];

const verified = async (stream: SealedStream) =>
  (await verifyChain(owner, new Verification(stream, heads, publicKeyOf(key)), new Date())).finding;
const idsOf = async (text: string) => {
  const [rows] = await owner.query<RowDataPacket[]>(text);
  return rows.map((row) => row['id'] as number);
};

/** A call that was allowed, at any hour of the day. */
async function receipt(): Promise<number> {
  const { id: caseId, contactId, borrowerId } = await createCase(api, org, {});
  const id = await api.get(Ids).take();
  const none = { actorId: null, policyAbove: null, overrideId: null, callBackAt: null, conversationAt: null };
  const decision = { allow: true, reasons: [], nextAllowedAt: null } as unknown as Receipt['decision'];
  await api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
    const free = { freeBefore: tx.now, freeAfter: tx.now, freeSpoken: tx.now, at: tx.now };
    const act = {
      channel: 'CALL',
      kind: 'ACT',
      slot: 'ATTEMPT',
      allowed: true,
      counted: true,
      policyVersion: 1,
    } as const;
    tx.write(insertReceipt({ ...none, ...free, ...act, id, caseId, contactId, borrowerId, decision }));
  });
  return id;
}

/** Acts of somebody who owns the database on a sign-in; none of them is in the hash itself but by the claims' hash. */
const ATTACKS: Record<string, string> = {
  'another name': "UPDATE login_audit SET username = 'somebody' WHERE id = ?",
  'another address': "UPDATE login_audit SET address = '10.9.8.7' WHERE id = ?",
  'another place': "UPDATE login_audit SET gps = '1,1' WHERE id = ?",
  'another device': "UPDATE login_audit SET user_agent = 'Other' WHERE id = ?",
  'another browser': "UPDATE login_audit SET browser_hash = REPEAT('x', 32) WHERE id = ?",
  'another person': 'UPDATE login_audit SET user_id = COALESCE(user_id, 0) + 1 WHERE id = ?',
  'another time': 'UPDATE login_audit SET at = at - INTERVAL 1000 MICROSECOND WHERE id = ?',
  'another way': "UPDATE login_audit SET method = 'OPENID' WHERE id = ?",
  'without its salt': 'UPDATE login_audit SET salt = NULL WHERE id = ?',
  'with another claim and its own hash': "UPDATE login_audit SET salt = REPEAT('x', 16), person_hash = NULL WHERE id = ?",
}; // prettier-ignore

/** In a transaction that is undone, as the owner who has taken the triggers away. */
async function attacked(by: string, params: unknown[], stream: SealedStream): Promise<Finding | null> {
  await owner.query('START TRANSACTION');
  await owner.query(by, params);
  const finding = await verified(stream);
  await owner.query('ROLLBACK');
  return finding;
}

describe('the chains of sign-ins and of outcomes', () => {
  beforeAll(async () => {
    owner = await mysql.createConnection({ uri: process.env['RECOUP_MIGRATE_DATABASE_URL']!, timezone: 'Z' });
    workers = await startWorkers();
    seals = workers.get(SealsService);
    await eventually(async () =>
      expect(
        await idsOf("SELECT seq AS id FROM seal WHERE stream IN ('SIGN_IN', 'OUTCOME', 'RECEIPT')"),
      ).toEqual([0, 0, 0]),
    );
    await seals.sign();
    const { username } = await createUser(api, org, 'member');
    const browser = new Browser(api, { 'user-agent': 'Mozilla' });
    expect(await browser.signIn(username, 'Not-the-password-1')).toMatchObject({ code: '10' });
    expect(await browser.signIn(username, PASSWORD)).toMatchObject({ code: '00' });
    receipts = [await receipt(), await receipt(), await receipt()];
    await api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      noteConversation(tx, receipts[0]!, tx.now);
      releaseReceipt(tx, receipts[1]!, 'NO_ANSWER');
    });
    await eventually(async () => {
      const open = `SELECT a.id FROM login_audit a LEFT JOIN seal s ON s.stream = 'SIGN_IN' AND s.source_id = a.id
        WHERE s.seq IS NULL UNION SELECT o.id FROM outcome o
        LEFT JOIN seal s ON s.stream = 'OUTCOME' AND s.source_id = o.id WHERE s.seq IS NULL`;
      expect(await idsOf(open)).toEqual([]);
    });
    await seals.sign();
    heads = await seals.heads();
    key = await seals.publicKey();
    signIns = await idsOf(
      "SELECT source_id AS id FROM seal WHERE stream = 'SIGN_IN' AND seq > 0 ORDER BY seq",
    );
    await owner.query('DROP TRIGGER receipt_outcome');
    await owner.query('DROP TRIGGER sign_in_outcome');
  });
  afterAll(async () => {
    await owner.end();
    await workers.close();
  });

  it('have each attempt, and what became of it and of each decision', async () => {
    expect(signIns).toHaveLength(2);
    const [rows] = await owner.query<RowDataPacket[]>('SELECT kind, row_id, facts FROM outcome ORDER BY id');
    expect(rows).toMatchObject([
      { kind: 'SIGN_IN', row_id: signIns[1], facts: 'SUCCESS|' },
      { kind: 'RECEIPT', row_id: receipts[0], facts: expect.stringMatching(/^1\|20\d\d-.*\|\|$/) },
      { kind: 'RECEIPT', row_id: receipts[1], facts: expect.stringMatching(/^0\|\|NO_ANSWER\|20/) },
    ]);
    for (const report of await seals.verify()) expect(report).toMatchObject({ finding: null });
  });

  it('tell each attack on an attempt by its row', async () => {
    for (const [name, by] of Object.entries(ATTACKS))
      for (const [index, rowId] of signIns.entries()) {
        const finding = await attacked(by, [rowId], SIGN_IN_STREAM);
        expect({ name, finding }).toEqual({ name, finding: { kind: 'CHANGED', seq: index + 1, rowId } });
      }
    expect(await attacked('DELETE FROM login_audit WHERE id = ?', [signIns[0]], SIGN_IN_STREAM)).toEqual({
      kind: 'MISSING',
      seq: 1,
      rowId: signIns[0],
    });
  });

  it('tell a result that is not the sealed one, of an attempt or of a decision, changed before or never', async () => {
    const result = "UPDATE login_audit SET result = 'CAPTCHA' WHERE id = ?";
    for (const rowId of signIns)
      expect(await attacked(result, [rowId], OUTCOME_STREAM)).toEqual({ kind: 'CHANGED', seq: null, rowId });
    for (const change of [
      'counted = 1 - counted',
      "released = 'no_answer'",
      'conversation_at = at - INTERVAL 1 SECOND',
    ])
      for (const rowId of receipts) {
        const finding = await attacked(
          `UPDATE contact_receipt SET ${change} WHERE id = ?`,
          [rowId],
          OUTCOME_STREAM,
        );
        expect({ change, finding }).toEqual({ change, finding: { kind: 'CHANGED', seq: null, rowId } });
      }
  });

  it('tell an outcome that was altered, taken out or written afterwards', async () => {
    const [first] = await idsOf('SELECT id FROM outcome ORDER BY id');
    expect(
      await attacked("UPDATE outcome SET facts = 'WRONG|' WHERE id = ?", [first], OUTCOME_STREAM),
    ).toEqual({
      kind: 'CHANGED',
      seq: 1,
      rowId: first,
    });
    expect(await attacked('DELETE FROM outcome WHERE id = ?', [first], OUTCOME_STREAM)).toMatchObject({
      kind: 'MISSING',
    });
    const late = `INSERT INTO outcome (kind, row_id, facts, at) VALUES ('RECEIPT', ?, '0||UNDONE|', NOW(3) - INTERVAL 1 HOUR)`;
    const mended = await attacked(late, [receipts[2]], OUTCOME_STREAM);
    expect(mended).toMatchObject({ kind: 'INSERTED' });
  });

  it('hold no name, address, place or device: only a hash that says nothing without its salt', async () => {
    const columns = SIGN_IN_STREAM.columns.map((column) => `a.${column}`).join(', ');
    const [rows] = await owner.query<RowDataPacket[]>(`SELECT ${columns} FROM login_audit a`);
    const sealed = JSON.stringify(rows);
    const claims = await api.rows<{ username: string; address: string; agent: string }>(sql`
      SELECT username, address, user_agent AS agent FROM login_audit`);
    for (const claim of claims.flatMap((row) => Object.values(row)).filter(Boolean))
      expect(sealed).not.toContain(claim);
  });

  it('are written by nobody but the triggers', async () => {
    await expect(api.rows(sql`DELETE FROM outcome`)).rejects.toThrow(/denied/);
  });
});
