import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../contract/shared/date.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { askStamp, NoStamp, readStamp, type StampFault } from '../../domain/seals/time-stamp.rules.js';
import { SealsService, stampOf, unless } from './seals.service.js';

const TIMEOUT_MS = 10_000;
/** A stamp that was just asked for bears no other time than this far from ours. */
const APART_MS = 5 * 60_000;

/** A day's stamp. `at`: when an authority saw the day's signed words. */
export interface StampedFile {
  file: string;
  at: Date | null;
  /** Null: it holds, or there is none yet. */
  fault: StampFault | null;
}

/**
 * Has an authority stamp each day's signed words by RFC 3161, once the day is over: whoever has the host and its key
 * can sign another past, and cannot have had it stamped then.
 */
@Injectable()
export class TimeStampsService {
  constructor(
    private readonly seals: SealsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Oldest first; what fails leaves its day and those after it open. @returns how many days were stamped @throws NoStamp */
  async stamp(): Promise<number> {
    const { stampAuthority } = this.config;
    if (!stampAuthority) return 0;
    const open = await this.openFiles();
    for (const file of open) {
      const bytes = await readFile(join(this.seals.folder, file));
      const { body, nonce } = askStamp(bytes);
      const reply = await ask(stampAuthority.url, body);
      const at = await readStamp(reply, { bytes, nonce, trusted: await this.trusted() });
      if (Math.abs(at.getTime() - this.clock.now().getTime()) > APART_MS)
        throw new Error(`The time stamp of ${file} bears another time than now: ${at.toISOString()}`);
      await writeFile(join(this.seals.folder, stampOf(file)), reply, { mode: 0o600 });
    }
    return open.length;
  }

  /** Days that are over and have no stamp; null where no authority is set. */
  async open(): Promise<number | null> {
    return this.config.stampAuthority ? (await this.openFiles()).length : null;
  }

  /** The stamps of a folder of signed words, the own one unless it is given. @param ca PEM of the authority */
  async verify(ca?: string, folder = this.seals.folder): Promise<StampedFile[]> {
    const trusted = ca ?? (this.config.stampAuthority ? await this.trusted() : null);
    if (trusted === null) return [];
    const found: StampedFile[] = [];
    for (const file of await this.seals.files(folder)) {
      const reply = await readStampFile(folder, file);
      if (!reply) {
        found.push({ file, at: null, fault: null });
        continue;
      }
      try {
        const bytes = await readFile(join(folder, file));
        found.push({ file, at: await readStamp(reply, { bytes, trusted }), fault: null });
      } catch (error) {
        if (!(error instanceof NoStamp)) throw error;
        found.push({ file, at: null, fault: error.fault });
      }
    }
    return found;
  }

  private trusted(): Promise<string> {
    return readFile(this.config.stampAuthority!.ca, 'utf8');
  }

  private async openFiles(): Promise<string[]> {
    const today = `heads-${businessDay(this.clock.now())}.jsonl`;
    const over = (await this.seals.files()).filter((file) => file < today);
    const stamps = await Promise.all(over.map((file) => readStampFile(this.seals.folder, file)));
    return over.filter((_, at) => stamps[at] === null);
  }
}

const readStampFile = (folder: string, file: string): Promise<Buffer | null> =>
  readFile(join(folder, stampOf(file))).catch(unless('ENOENT'));

async function ask(url: string, body: Buffer): Promise<Buffer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`The time-stamping authority answered ${answer.status}`);
  return bytes;
}
