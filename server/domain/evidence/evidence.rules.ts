import { createHash, verify, type KeyObject } from 'node:crypto';
import { unzipSync } from 'fflate';
import { z } from 'zod';
import { SIGNATURE, SUMS } from '../../platform/files/signed-archive.js';
import { Head, isSigned } from '../seals/heads.rules.js';
import { keysOf, sealOf } from '../seals/seal.rules.js';
import { EVENT_STREAM, OUTCOME_STREAM, RECEIPT_STREAM, type SealedStream } from '../seals/streams.rules.js';
import { rootBy } from '../seals/tree.rules.js';

const hex = z.string().regex(/^([0-9a-f]{64})$/);
/** Columns as they were hashed; times are ISO 8601 in UTC with milliseconds. */
const StoredColumns = z.looseObject({ id: z.int() });

/** Rows of sealed streams as they were hashed, and whatever else is told of a borrower. */
export const EvidenceRecord = z.looseObject({
  format: z.literal('recoup-evidence/1'),
  decisions: z.array(StoredColumns),
  /** Archives of before have none. */
  outcomes: z.array(StoredColumns).default([]),
  events: z.array(StoredColumns),
});

/** How each row leads to a signed word, and the rows that no word is about yet, or ever. */
export const Proofs = z.object({
  heads: z.array(Head),
  rows: z.array(
    z.object({
      stream: z.string(),
      id: z.int(),
      /** Link of the chain, from 1. */
      seq: z.int().min(1),
      /** Seal of the link before. */
      before: hex,
      /** From the leaf to the root, as RFC 6962 has it. */
      path: z.array(hex),
    }),
  ),
  open: z.array(z.object({ stream: z.string(), id: z.int() })),
});
export type Proofs = z.infer<typeof Proofs>;

/** Sums of the other files; the signature is Ed25519 in base64. */
const Manifest = z.object({ files: z.record(z.string(), hex) });

export const FILES = {
  record: 'evidence.json',
  document: 'evidencia.pdf',
  proofs: 'proofs.json',
  manifest: SUMS,
  signature: SIGNATURE,
} as const;
const STREAM_OF = { decisions: RECEIPT_STREAM, outcomes: OUTCOME_STREAM, events: EVENT_STREAM } as const;

export interface EvidenceFinding {
  kind: 'FORGED' | 'CHANGED' | 'MISSING';
  /** A file, or a row of a stream. */
  what: string;
}
export interface EvidenceReport {
  proved: number;
  /** Rows that the archive itself says have no proof. */
  open: number;
  findings: EvidenceFinding[];
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @param known signed words that were sent away before: those of the archive have to be among them */
export function checkArchive(
  archive: Uint8Array,
  publicKey: KeyObject,
  known?: readonly Head[],
): EvidenceReport {
  const files = unzipSync(archive);
  const report: EvidenceReport = { proved: 0, open: 0, findings: [] };
  const find = (kind: EvidenceFinding['kind'], what: string) => void report.findings.push({ kind, what });
  for (const name of Object.values(FILES)) if (!files[name]) find('MISSING', name);
  if (report.findings.length > 0) return report;
  const [manifest, signature] = [files[FILES.manifest]!, files[FILES.signature]!];
  if (!verify(null, manifest, publicKey, Buffer.from(text(signature), 'base64')))
    find('FORGED', FILES.manifest);
  const sums = Manifest.parse(JSON.parse(text(manifest))).files;
  for (const name of [FILES.record, FILES.document, FILES.proofs])
    if (sums[name] !== sha256(files[name]!)) find('CHANGED', name);
  const proofs = Proofs.parse(JSON.parse(text(files[FILES.proofs]!)));
  const record = EvidenceRecord.parse(JSON.parse(text(files[FILES.record]!)));
  for (const head of proofs.heads)
    if (!isSigned(head, publicKey) || (known && !known.some(({ signature }) => signature === head.signature)))
      find('FORGED', `signed word of ${head.stream} at link ${head.seq}`);
  for (const [part, stream] of Object.entries(STREAM_OF))
    checkRows(record[part as keyof typeof STREAM_OF], stream, proofs, report);
  return report;
}

function checkRows(
  rows: readonly { id: number }[],
  stream: SealedStream,
  { heads, rows: proofs, open }: Proofs,
  report: EvidenceReport,
): void {
  const keys = keysOf(stream);
  const head = heads.find((each) => each.stream === stream.name);
  const ways = new Map(proofs.filter((each) => each.stream === stream.name).map((each) => [each.id, each]));
  const unproved = new Set(open.filter((each) => each.stream === stream.name).map(({ id }) => id));
  for (const row of rows) {
    const way = ways.get(row.id);
    ways.delete(row.id);
    if (!way && unproved.has(row.id)) report.open++;
    else if (!way) report.findings.push({ kind: 'MISSING', what: `proof of ${stream.name} ${row.id}` });
    else {
      const seal = sealOf(Buffer.from(way.before, 'hex'), keys, row);
      const path = way.path.map((each) => Buffer.from(each, 'hex'));
      const root = head && rootBy(seal, way.seq - 1, head.seq, path)?.toString('hex');
      if (root !== undefined && root === head?.root) report.proved++;
      else report.findings.push({ kind: 'CHANGED', what: `${stream.name} ${row.id}` });
    }
  }
  for (const id of ways.keys()) report.findings.push({ kind: 'MISSING', what: `${stream.name} ${id}` });
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
