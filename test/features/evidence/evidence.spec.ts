import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync, zipSync } from 'fflate';
import { CONTACT_CHANNELS } from '../../../contract/contact/contact-compliance.js';
import type { RuleSource } from '../../../contract/contact/legal-sources.js';
import { checkArchive, FILES, Proofs, sha256 } from '../../../server/domain/evidence/evidence.rules.js';
import { releaseReceipt } from '../../../server/domain/contact-compliance/decide/receipts.writes.js';
import { publicKeyOf } from '../../../server/domain/seals/heads.rules.js';
import { Edge, leafOf, rootBy } from '../../../server/domain/seals/tree.rules.js';
import { ContactComplianceService } from '../../../server/features/contact-compliance/decide/contact-compliance.service.js';
import { SealTreeService } from '../../../server/features/seals/seal-tree.service.js';
import { SealsService } from '../../../server/features/seals/seals.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { rowsOf, sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { eventually } from '../../support/eventually.js';
import { useDesk } from '../../support/site.js';
import { wordsIn } from '../../support/words.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

const { desk, api, workers } = useDesk(createDesk, { workers: true, clock: '2026-10-14T18:00:00Z' });
let caseId: number;
let key: string;

async function ask(channel: (typeof CONTACT_CHANNELS)[number]): Promise<void> {
  const compliance = api.get(ContactComplianceService);
  const contactId = await contactOf(desk, caseId);
  const receiptId = await api.get(Ids).take();
  const actorId = desk.people.collector.id;
  await api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
    const asked = { receiptId, caseId, contactId, channel, actorId };
    compliance.judge(tx, asked, await tx.read<object[]>(...compliance.entries(asked, tx.now)));
  });
}

/** Waits until the relay has sealed all. */
const settled = () =>
  eventually(async () => {
    const [open] = await api.rows<{ events: number; receipts: number; outcomes: number }>(sql`
      SELECT (SELECT COUNT(*) FROM outbox) AS events, (SELECT COUNT(*) FROM contact_receipt r
        LEFT JOIN seal s ON s.stream = 'RECEIPT' AND s.source_id = r.id WHERE s.seq IS NULL) AS receipts,
        (SELECT COUNT(*) FROM outcome o
        LEFT JOIN seal s ON s.stream = 'OUTCOME' AND s.source_id = o.id WHERE s.seq IS NULL) AS outcomes`);
    expect(open).toEqual({ events: 0, receipts: 0, outcomes: 0 });
  });

async function take(person: DeskPerson, id = caseId): Promise<Buffer> {
  const answer = await desk.as[person].agent
    .get(`/api/guard/evidence/${id}`)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
    });
  return answer.body as Buffer;
}
const codeOf = (body: Buffer) => (JSON.parse(body.toString()) as { code: string }).code;
const check = (archive: Uint8Array) => checkArchive(archive, publicKeyOf(key));

const jsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value));

interface Content {
  sources: RuleSource[];
  decisions: { id: number; allowed: number }[];
  outcomes: { id: number; facts: string }[];
  events: { id: number; name: string; payload: string }[];
  complaints: { content: string }[];
  views: { type: string; person: string }[];
}
const contentOf = (archive: Buffer) =>
  JSON.parse(Buffer.from(unzipSync(archive)[FILES.record]!).toString()) as Content;

/** The archive with a changed file, its sum in the manifest made to fit. */
function forged<Value>(archive: Buffer, name: string, change: (value: Value) => void): Uint8Array {
  const files = unzipSync(archive);
  const value = JSON.parse(Buffer.from(files[name]!).toString()) as Value;
  change(value);
  const manifest = JSON.parse(Buffer.from(files[FILES.manifest]!).toString()) as {
    files: Record<string, string>;
  };
  const bytes = jsonBytes(value);
  manifest.files[name] = sha256(bytes);
  return zipSync({ ...files, [name]: bytes, [FILES.manifest]: jsonBytes(manifest) });
}
const FORGED = { kind: 'FORGED', what: 'manifest.json' };

describe('evidence of a borrower', () => {
  let archive: Buffer;

  beforeAll(async () => {
    // Receipts of before the chain's beginning have no seal.
    await eventually(async () =>
      expect(
        await api.rows(sql`SELECT seq FROM seal WHERE stream IN ('RECEIPT', 'OUTCOME') AND seq = 0`),
      ).toHaveLength(2),
    );
    caseId = await openCase(desk, 'collector');
    for (const channel of CONTACT_CHANNELS) await ask(channel);
    const read = 'legalHours = Disposiciones, art. 4 | MX | 2014-10-08 | Lic. Ana Ruiz';
    expect(await desk.as.admin.post('guard/sources', { sources: read, version: 0 })).toMatchObject({
      code: '00',
    });
    const [counted] = await api.rows<{ id: number }>(sql`
      SELECT id FROM contact_receipt WHERE case_id = ${caseId} AND counted = 1`);
    await api.get(UnitOfWork).transact(SYSTEM, async (tx) => releaseReceipt(tx, counted!.id, 'NO_ANSWER'));
    const complaint = {
      taskId: caseId,
      type: 'CONDUCT',
      level: 2,
      content: 'Llamó a mi jefa',
      clientRequestId: requestId(),
    };
    expect(await desk.as.leader.post('customer/service/create', complaint)).toMatchObject({ code: '00' });
    const reveal = { taskId: caseId, contactId: await contactOf(desk, caseId), purpose: 'CALL' };
    expect(await desk.as.collector.post('task/getRealPhone', reveal)).toMatchObject({ code: '00' });
    await settled();
    await workers.get(SealsService).sign();
    key = await workers.get(SealsService).publicKey();
    archive = await take('supervisor');
  });

  it('holds what was decided and what happened, each row proved by the public key alone', () => {
    const content = contentOf(archive);
    expect(content.decisions).toHaveLength(CONTACT_CHANNELS.length);
    expect(content.events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['case.opened', 'complaint.opened', 'phone.revealed']),
    );
    expect(content.complaints).toMatchObject([{ content: 'Llamó a mi jefa' }]);
    expect(content.sources.find(({ rule }) => rule === 'legalHours')?.source?.confirmedBy).toBe(
      'Lic. Ana Ruiz',
    );
    expect(content.views).toMatchObject([{ type: 'REVEAL_PHONE', person: 'collector' }]);
    expect(content.outcomes).toMatchObject([{ facts: expect.stringMatching(/^0\|\|NO_ANSWER\|20/) }]);
    const proved = content.decisions.length + content.outcomes.length + content.events.length;
    expect(check(archive)).toEqual({ proved, open: 0, findings: [] });
    expect(Buffer.from(unzipSync(archive)[FILES.document]!).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('tells every row that somebody changed, took out or put in', () => {
    const { decisions, events } = contentOf(archive);
    for (const [index, { id }] of decisions.entries()) {
      const turned = forged<Content>(archive, FILES.record, (content) => {
        const row = content.decisions[index]!;
        row.allowed = 1 - row.allowed;
      });
      expect(check(turned).findings).toEqual([FORGED, { kind: 'CHANGED', what: `RECEIPT ${id}` }]);
      const cut = forged<Content>(archive, FILES.record, (content) => content.decisions.splice(index, 1));
      expect(check(cut).findings).toEqual([FORGED, { kind: 'MISSING', what: `RECEIPT ${id}` }]);
    }
    const altered = forged<Content>(archive, FILES.record, ({ outcomes }) => (outcomes[0]!.facts = '1|||'));
    expect(check(altered).findings).toEqual([
      FORGED,
      { kind: 'CHANGED', what: expect.stringMatching('OUTCOME') },
    ]);
    for (const [index, { id }] of events.entries()) {
      const changed = forged<Content>(
        archive,
        FILES.record,
        (content) => (content.events[index]!.payload += ' '),
      );
      expect(check(changed).findings).toEqual([FORGED, { kind: 'CHANGED', what: `EVENT ${id}` }]);
    }
    const more = forged<Content>(archive, FILES.record, ({ events: all }) => all.push({ ...all[0]!, id: 7 }));
    expect(check(more).findings).toEqual([FORGED, { kind: 'MISSING', what: 'proof of EVENT 7' }]);
  });

  it('tells a signed word of another key, a file put in the place of one, and one that is gone', () => {
    const other = forged<Proofs>(archive, FILES.proofs, ({ heads }) => {
      heads[0]!.at = new Date(0).toISOString();
    });
    const { seq } = Proofs.parse(JSON.parse(Buffer.from(unzipSync(archive)[FILES.proofs]!).toString()))
      .heads[0]!;
    expect(check(other).findings).toEqual([
      FORGED,
      { kind: 'FORGED', what: `signed word of RECEIPT at link ${seq}` },
    ]);
    const files = unzipSync(archive);
    const drawn = zipSync({ ...files, [FILES.document]: Buffer.from('%PDF-1.3') });
    expect(check(drawn).findings).toEqual([{ kind: 'CHANGED', what: FILES.document }]);
    delete files[FILES.proofs];
    expect(check(zipSync(files)).findings).toEqual([{ kind: 'MISSING', what: FILES.proofs }]);
    const { heads } = Proofs.parse(JSON.parse(Buffer.from(unzipSync(archive)[FILES.proofs]!).toString()));
    expect(checkArchive(archive, publicKeyOf(key), heads).findings).toEqual([]);
    expect(checkArchive(archive, publicKeyOf(key), heads.slice(1)).findings).toMatchObject([
      { kind: 'FORGED' },
    ]);
  });

  it('says which rows no signed word is about yet, and proves them behind the next', async () => {
    await ask('SMS');
    await settled();
    const early = await take('admin');
    // Taking evidence is in the log itself: that of the supervisor, too.
    const [taken] = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'evidence.taken' ORDER BY id`);
    expect(JSON.parse(taken!.payload)).toMatchObject({ caseId, sha256: sha256(archive) });
    const { proved } = check(archive);
    expect(check(early)).toEqual({ proved, open: 3, findings: [] });
    await settled();
    await workers.get(SealsService).sign();
    expect(check(await take('admin'))).toEqual({ proved: proved + 4, open: 0, findings: [] });
  });

  it('is taken by supervisors and administrators of the case, as far as they see', async () => {
    expect(codeOf(await take('collector'))).toBe('20');
    expect(codeOf(await take('leader'))).toBe('20');
    const refusalOf = (body: Buffer) => (JSON.parse(body.toString()) as { code: string; msg: string }).msg;
    expect(refusalOf(await take('otherAdmin'))).toBe(refusalOf(await take('supervisor', 1)));
  });

  it('names codes as the screens do', async () => {
    const words = JSON.parse(await readFile('server/domain/evidence/document.es.json', 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const SAME = [
      ['rule', 'guard', 'rule'], ['channel', 'guard', 'channel'], ['relation', 'codes', 'relation'],
      ['state', 'calls', 'state'], ['party', 'calls', 'party'], ['status', 'messages', 'status'],
      ['complaintType', 'complaints', 'type'], ['view', 'monitoring', 'type'],
    ] as const; // prettier-ignore
    for (const [own, namespace, prefix] of SAME) {
      const screens = wordsIn('es', namespace);
      const same = Object.entries(screens).filter(([name]) => name.startsWith(`${prefix}.`));
      expect(words[own]).toEqual(
        Object.fromEntries(same.map(([name, word]) => [name.slice(prefix.length + 1), word])),
      );
    }
  });
});

describe('the tree that the database keeps', () => {
  it('grows with the chain, and leads from any leaf to the root of a size that was signed', async () => {
    const tree = api.get(SealTreeService);
    const seals = Array.from({ length: 1_300 }, () => randomBytes(32));
    const links = seals.map((seal, index) => ['TREE', index + 1, index + 1, seal] as const);
    await api.rows({
      text: `INSERT INTO seal (stream, seq, source_id, hash) VALUES ${rowsOf(links).text}`,
      params: rowsOf(links).params,
    });
    const edge = new Edge();
    const SIZES = [1, 31, 32, 33, 700, 1_024, 1_300];
    for (const [index, seal] of seals.entries()) {
      edge.add(leafOf(seal));
      const size = index + 1;
      if (!SIZES.includes(size)) continue;
      const root = edge.root()!;
      expect(await tree.root('TREE', size)).toEqual(root);
      const leaves = [0, Math.floor(size / 2), size - 1];
      const paths = await tree.paths('TREE', leaves, size);
      for (const [at, leaf] of leaves.entries())
        expect(rootBy(seals[leaf]!, leaf, size, paths[at]!)).toEqual(root);
    }
    const kept = await api.rows<{ level: number; nodes: number }>(sql`
      SELECT level, COUNT(*) AS nodes FROM seal_node WHERE stream = 'TREE' GROUP BY level ORDER BY level`);
    expect(kept).toEqual([
      { level: 5, nodes: 40 },
      { level: 6, nodes: 20 },
      { level: 7, nodes: 10 },
      { level: 8, nodes: 5 },
      { level: 9, nodes: 2 },
      { level: 10, nodes: 1 },
    ]);
  });
});
