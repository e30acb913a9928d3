import { generateKeyPairSync } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { businessDay } from '../../../contract/shared/date.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { Head, publicKeyOf, signHead, type Unsigned } from '../../domain/seals/heads.rules.js';
import { EVENT_STREAM } from '../../domain/seals/seal.rules.js';
import { Verification, type Finding, type SealedRow } from '../../domain/seals/verify.rules.js';

const MINUTE_MS = 60_000;
const BATCH = 5_000;
const LINKS = `
  SELECT s.seq, s.source_id AS sourceId, s.hash, e.id, e.name, e.subject_type AS subjectType, e.subject_id AS subjectId,
    e.case_id AS caseId, e.actor_id AS actorId, e.payload, e.request_id AS requestId, e.effective_at AS effectiveAt,
    e.recorded_at AS recordedAt
  FROM seal s LEFT JOIN domain_event e ON e.id = s.source_id
  WHERE s.stream = ? AND s.seq > ? ORDER BY s.seq LIMIT ${BATCH}`;
/** Neither sealed nor waiting for it. */
const UNSEALED = `
  SELECT e.id FROM domain_event e LEFT JOIN seal s ON s.stream = ? AND s.source_id = e.id
  LEFT JOIN outbox o ON o.event_id = e.id
  WHERE e.id > ? AND s.seq IS NULL AND o.event_id IS NULL ORDER BY e.id LIMIT 1`;

export interface VerifyReport {
  /** Events in the chain that were found right. */
  events: number;
  heads: number;
  /** Words of chains that are no more: of a trial, or of data that were deleted. */
  earlier: number;
  /** The first that is not right; null: all is. */
  finding: Finding | null;
}
type ChainBegin = Pick<SealedRow, 'hash' | 'sourceId'>;
interface ChainEnd {
  seq: number;
  eventId: number;
  hash: Buffer;
  beginning: Buffer;
}

/**
 * Signs how far the chain of the log is, into a file outside of the database, and verifies a log by those words. The private
 * key lies beside them: whoever has the host can forge what comes later, and nothing of before once the words were sent away.
 */
@Injectable()
export class SealsService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  private get folder(): string {
    return join(this.config.dataDir, 'seals');
  }

  /** Once a day at least, and whenever the chain has grown. */
  async sign(): Promise<Head | null> {
    const end = await this.end();
    if (!end) return null;
    const now = this.clock.now();
    const day = businessDay(now);
    const last = await this.newest(end);
    if (last && last.seq > end.seq)
      throw new Error('The chain of the log is shorter than what was signed: npm run verify');
    if (last?.seq === end.seq && businessDay(new Date(last.at)) === day) return null;
    const chain = end.beginning.toString('hex');
    const { seq, eventId } = end;
    const hash = end.hash.toString('hex');
    const word = { stream: EVENT_STREAM, chain, seq, eventId, hash, at: now.toISOString() };
    const head = signHead(word, await this.privateKey());
    await appendFile(join(this.folder, `heads-${day}.jsonl`), linesOf([head]), { mode: 0o600 });
    return head;
  }

  /** How far what is signed is behind the chain. */
  async unsigned(): Promise<Unsigned> {
    const end = await this.end();
    const last = end && (await this.newest(end));
    if (!last) return { minutes: null, isShort: false };
    const behind = Math.floor((this.clock.now().getTime() - Date.parse(last.at)) / MINUTE_MS);
    return { minutes: last.seq === end.seq ? 0 : behind, isShort: last.seq > end.seq };
  }

  /** The newest signed word of all; null when there is none, or it is of another chain. */
  private async newest({ beginning }: ChainEnd): Promise<Head | null> {
    for (const name of (await this.files()).reverse()) {
      const last = (await readHeads(join(this.folder, name))).at(-1);
      if (last) return last.chain === beginning.toString('hex') ? last : null;
    }
    return null;
  }

  private end(): Promise<ChainEnd | undefined> {
    return this.database.row<ChainEnd>(sql`
      SELECT e.seq, e.source_id AS eventId, e.hash, b.hash AS beginning
      FROM seal e JOIN seal b ON b.stream = e.stream AND b.seq = 0
      WHERE e.stream = ${EVENT_STREAM} ORDER BY e.seq DESC LIMIT 1`);
  }

  /** In one snapshot, so that it can run while people work. @param heads those of the own folder, unless they are given */
  async verify(given?: { heads: readonly Head[]; publicKey: string }): Promise<VerifyReport> {
    const { heads, publicKey } = given ?? { heads: await this.heads(), publicKey: await this.publicKey() };
    const connection = await this.database.writer();
    try {
      await connection.query(
        'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
      );
      const finding = await verifyChain(connection, new Verification(heads, publicKeyOf(publicKey)));
      return { ...finding, heads: heads.length };
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
  }

  /**
   * After a restore the database knows nothing of what was signed since the backup: those words are put aside, into files of
   * their own, where they still say what was lost. @returns how many
   */
  async putAside(): Promise<number> {
    const seqs = [0, ...(await this.heads()).map(({ seq }) => seq)];
    const rows = await this.database.rows<{ seq: number; hash: Buffer }>({
      text: `SELECT seq, hash FROM seal WHERE stream = ? AND seq IN (${seqs.map(() => '?').join(', ')})`,
      params: [EVENT_STREAM, ...seqs],
    });
    const known = new Map(rows.map(({ seq, hash }) => [seq, hash.toString('hex')]));
    let lost = 0;
    for (const name of await this.files()) {
      const heads = await readHeads(join(this.folder, name));
      const gone = heads.filter(({ chain, seq, hash }) => chain === known.get(0) && known.get(seq) !== hash);
      if (gone.length === 0) continue;
      await appendFile(join(this.folder, `${name}.lost`), linesOf(gone), { mode: 0o600 });
      await writeFile(join(this.folder, name), linesOf(heads.filter((head) => !gone.includes(head))));
      lost += gone.length;
    }
    return lost;
  }

  async heads(): Promise<Head[]> {
    const files = await this.files();
    return (await Promise.all(files.map((name) => readHeads(join(this.folder, name))))).flat();
  }

  private async files(): Promise<string[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return (await readdir(this.folder)).filter((name) => name.endsWith('.jsonl')).sort();
  }

  /** Enough to verify without this host; PEM. */
  async publicKey(): Promise<string> {
    return publicKeyOf(await this.privateKey()).export({ type: 'spki', format: 'pem' }) as string;
  }

  private async privateKey(): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, 'private-key.pem');
    const found = await read(file);
    if (found !== null) return found;
    const { privateKey } = generateKeyPairSync('ed25519');
    // The first of two processes that begin at once has the key.
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
      flag: 'wx',
    }).catch(unless('EEXIST'));
    const pem = await readFile(file, 'utf8');
    await writeFile(
      join(this.folder, 'public-key.pem'),
      publicKeyOf(pem).export({ type: 'spki', format: 'pem' }),
    );
    return pem;
  }
}

const unless =
  (code: string) =>
  (error: NodeJS.ErrnoException): null => {
    if (error.code !== code) throw error;
    return null;
  };

const linesOf = (heads: readonly Head[]) => heads.map((head) => `${JSON.stringify(head)}\n`).join('');
const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(unless('ENOENT'));

/** The signed words of a file, one a line; none when there is no such file. */
export async function readHeads(file: string): Promise<Head[]> {
  const text = (await read(file)) ?? '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => Head.parse(JSON.parse(line)));
}

/** Follows the chain of the database that the connection is to, in the transaction that it has begun. */
export async function verifyChain(
  connection: Connection,
  verification: Verification,
): Promise<Omit<VerifyReport, 'heads'>> {
  const [[begun]] = await connection.query<RowDataPacket[]>(
    'SELECT source_id AS sourceId, hash FROM seal WHERE stream = ? AND seq = 0',
    [EVENT_STREAM],
  );
  if (begun) verification.begin(begun as ChainBegin);
  for (let full = true; full && !verification.finding;) {
    const [rows] = await connection.query<RowDataPacket[]>(LINKS, [EVENT_STREAM, verification.sealed]);
    for (const row of rows) verification.take(row as SealedRow);
    full = rows.length === BATCH;
  }
  const [[unsealed]] = await connection.query<RowDataPacket[]>(UNSEALED, [
    EVENT_STREAM,
    begun?.['sourceId'] ?? 0,
  ]);
  verification.end((unsealed?.['id'] as number | undefined) ?? null);
  const { sealed: events, earlier, finding } = verification;
  return { events, earlier, finding };
}
