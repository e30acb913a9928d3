import { generateKeyPairSync } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../contract/shared/date.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { Head, publicKeyOf, signature, signHead, type Unsigned } from '../../domain/seals/heads.rules.js';
import { unsealedOf } from '../../domain/seals/links.sql.js';
import { EVENT_STREAM, LATEST_MS, STREAMS, type SealedStream } from '../../domain/seals/streams.rules.js';
import { SealTreeService } from './seal-tree.service.js';
import { Verification } from '../../domain/seals/verify.rules.js';
import { verifyChain, type VerifyReport } from './verify.queries.js';

const MINUTE_MS = 60_000;
/** A row that waits for longer holds up what is signed about its stream. */
const WAITS_MS = MINUTE_MS;

interface ChainEnd {
  stream: SealedStream;
  seq: number;
  eventId: number;
  hash: Buffer;
  beginning: Buffer;
}

/**
 * Signs how far each chain is, into a file outside of the database, and verifies them by those words. The private key lies
 * beside them: whoever has the host can forge what comes later, and nothing of before once the words were sent away.
 */
@Injectable()
export class SealsService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly tree: SealTreeService,
  ) {}

  get folder(): string {
    return join(this.config.dataDir, 'seals');
  }

  /** Each chain once a day at least, and whenever it has grown. */
  async sign(): Promise<Head[]> {
    const heads: Head[] = [];
    for (const end of await this.ends()) {
      const head = (await this.isWaiting(end.stream)) ? null : await this.signEnd(end);
      if (head) heads.push(head);
    }
    return heads;
  }

  /** A row that is sealed behind a much younger signed word counts as inserted: nothing is signed while the relay is away. */
  private async isWaiting(stream: SealedStream): Promise<boolean> {
    if (stream === EVENT_STREAM) return false;
    const until = this.clock.now().getTime() - WAITS_MS;
    const since = new Date(until - 3 * LATEST_MS);
    const params = [since, new Date(until), 1];
    return (await this.database.rows({ text: unsealedOf(stream), params })).length > 0;
  }

  private async signEnd(end: ChainEnd): Promise<Head | null> {
    const now = this.clock.now();
    const day = businessDay(now);
    const last = await this.newest(end);
    if (last && last.seq > end.seq)
      throw new Error(`The chain ${end.stream.name} is shorter than what was signed: npm run verify`);
    if (last?.seq === end.seq && businessDay(new Date(last.at)) === day) return null;
    const chain = end.beginning.toString('hex');
    const { seq, eventId } = end;
    const hash = end.hash.toString('hex');
    const root = (await this.tree.root(end.stream.name, seq))?.toString('hex');
    const word = { stream: end.stream.name, chain, seq, eventId, hash, root, at: now.toISOString() };
    const head = signHead(word, await this.privateKey());
    await appendLine(join(this.folder, `heads-${day}.jsonl`), linesOf([head]));
    return head;
  }

  /** How far what is signed is behind the chains: of the one that is furthest behind. */
  async unsigned(): Promise<Unsigned> {
    const all = await Promise.all((await this.ends()).map((end) => this.unsignedOf(end)));
    const isShort = all.some((each) => each.isShort);
    const minutes = all.map((each) => each.minutes ?? Infinity);
    const worst = Math.max(...minutes);
    return { isShort, minutes: Number.isFinite(worst) ? worst : null };
  }

  private async unsignedOf(end: ChainEnd): Promise<Unsigned> {
    const last = await this.newest(end);
    if (!last) return { minutes: null, isShort: false };
    const behind = Math.floor((this.clock.now().getTime() - Date.parse(last.at)) / MINUTE_MS);
    return { minutes: last.seq === end.seq ? 0 : behind, isShort: last.seq > end.seq };
  }

  /** The newest signed word about the stream; null when there is none, or it is of another chain. */
  private async newest({ beginning, stream }: ChainEnd): Promise<Head | null> {
    for (const name of (await this.files()).reverse()) {
      const heads = await readHeads(join(this.folder, name));
      const last = heads.findLast((head) => head.stream === stream.name);
      if (last) return last.chain === beginning.toString('hex') ? last : null;
    }
    return null;
  }

  /** The newest signed word that has the root of the stream's tree; null until there is one. */
  async newestRoot(stream: SealedStream): Promise<Head | null> {
    const end = (await this.ends()).find((each) => each.stream === stream);
    const last = end && (await this.newest(end));
    return last?.root ? last : null;
  }

  /** By the key of the signed words. @returns base64, Ed25519 */
  async signBytes(bytes: Buffer): Promise<string> {
    return signature(bytes, await this.privateKey());
  }

  /** Ends of the chains that have begun. */
  private async ends(): Promise<ChainEnd[]> {
    const found = STREAMS.map(async (stream) => {
      const end = await this.database.row<Omit<ChainEnd, 'stream'>>(sql`
        SELECT e.seq, e.source_id AS eventId, e.hash, b.hash AS beginning
        FROM seal e JOIN seal b ON b.stream = e.stream AND b.seq = 0
        WHERE e.stream = ${stream.name} ORDER BY e.seq DESC LIMIT 1`);
      return end ? [{ stream, ...end }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** In one snapshot, so that it can run while people work. @param heads those of the own folder, unless they are given */
  async verify(given?: { heads: readonly Head[]; publicKey: string }): Promise<VerifyReport[]> {
    const { heads, publicKey } = given ?? { heads: await this.heads(), publicKey: await this.publicKey() };
    const connection = await this.database.writer();
    try {
      await connection.query(
        'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
      );
      const reports: VerifyReport[] = [];
      for (const stream of STREAMS) {
        const verification = new Verification(stream, heads, publicKeyOf(publicKey));
        reports.push(await verifyChain(connection, verification, this.clock.now()));
      }
      return reports;
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
    const rows = await this.database.rows<{ stream: string; seq: number; hash: Buffer }>({
      text: `SELECT stream, seq, hash FROM seal WHERE seq IN (${seqs.map(() => '?').join(', ')})`,
      params: seqs,
    });
    const known = new Map(rows.map(({ stream, seq, hash }) => [`${stream} ${seq}`, hash.toString('hex')]));
    let lost = 0;
    for (const name of await this.files()) {
      const heads = await readHeads(join(this.folder, name));
      const gone = heads.filter(
        ({ stream, chain, seq, hash }) =>
          chain === known.get(`${stream} 0`) && known.get(`${stream} ${seq}`) !== hash,
      );
      if (gone.length === 0) continue;
      await appendFile(join(this.folder, `${name}.lost`), linesOf(gone), { mode: 0o600 });
      await writeFile(join(this.folder, name), linesOf(heads.filter((head) => !gone.includes(head))));
      // It was of what the file said before.
      const stamp = join(this.folder, stampOf(name));
      await rename(stamp, `${stamp}.lost`).catch(unless('ENOENT'));
      lost += gone.length;
    }
    return lost;
  }

  async heads(): Promise<Head[]> {
    const files = await this.files();
    return (await Promise.all(files.map((name) => readHeads(join(this.folder, name))))).flat();
  }

  /** Names of the files of signed words, the oldest first. */
  async files(folder = this.folder): Promise<string[]> {
    if (folder === this.folder) await mkdir(folder, { recursive: true, mode: 0o700 });
    return (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
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

export const unless =
  (code: string) =>
  (error: NodeJS.ErrnoException): null => {
    if (error.code !== code) throw error;
    return null;
  };

/** The time stamp of a file of signed words. */
export const stampOf = (file: string) => `${file}.tsr`;

export const linesOf = (heads: readonly Head[]) => heads.map((head) => `${JSON.stringify(head)}\n`).join('');
const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(unless('ENOENT'));

/** The signed words of a file, one a line; none when there is no such file. */
export async function readHeads(file: string): Promise<Head[]> {
  const lines = (await wholeOf(file)).split('\n').filter(Boolean);
  return lines.map((line) => Head.parse(JSON.parse(line)));
}

/** A file without the piece of a line that a crash has left at its end. A last line that only lacks its end is whole. */
async function wholeOf(file: string): Promise<string> {
  const text = (await read(file)) ?? '';
  const last = text.slice(text.lastIndexOf('\n') + 1);
  return last === '' || last.endsWith('}') ? text : text.slice(0, text.length - last.length);
}

async function appendLine(file: string, line: string): Promise<void> {
  const whole = await wholeOf(file);
  await truncate(file, Buffer.byteLength(whole)).catch(unless('ENOENT'));
  const isOpen = whole !== '' && !whole.endsWith('\n');
  await appendFile(file, isOpen ? `\n${line}` : line, { mode: 0o600 });
}
