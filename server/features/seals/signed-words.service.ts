import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import type { Head } from '../../domain/seals/heads.rules.js';
import { readHeads, SealsService, unless } from './seals.service.js';

const TIMEOUT_MS = 10_000;
const AT_ONCE = 500;
const MINUTE_MS = 60_000;

/** The newest word that was sent: its place in its file, from 1. */
const Sent = z.object({ file: z.string(), place: z.int().min(1), signature: z.string() });
type Sent = z.infer<typeof Sent>;
type Waiting = Omit<Sent, 'signature'> & { word: Head };

/**
 * Sends signed words away, to an address that whoever has the host cannot change afterwards: in their order, each once it was
 * taken (an answer of 2xx). After a failure the receiver may have some of them twice.
 */
@Injectable()
export class SignedWordsService {
  constructor(
    private readonly seals: SealsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were taken; 0 where no address is set */
  async send(): Promise<number> {
    const { wordsUrl } = this.config;
    if (!wordsUrl) return 0;
    const waiting = await this.waiting();
    for (let at = 0; at < waiting.length; at += AT_ONCE) {
      const part = waiting.slice(at, at + AT_ONCE);
      const words = part.map(({ word }) => word);
      await this.post(wordsUrl, words);
      const { file, place, word } = part.at(-1)!;
      const sent: Sent = { file, place, signature: word.signature };
      await writeFile(this.note, JSON.stringify(sent), { mode: 0o600 });
    }
    return waiting.length;
  }

  /** Minutes since the oldest word was signed that is still here alone; null where no address is set. */
  async behind(): Promise<number | null> {
    if (!this.config.wordsUrl) return null;
    const [oldest] = await this.waiting();
    if (!oldest) return 0;
    return Math.max(0, Math.floor((this.clock.now().getTime() - Date.parse(oldest.word.at)) / MINUTE_MS));
  }

  private get note(): string {
    return join(this.seals.folder, 'sent.json');
  }

  /** A file that was changed behind the word that was sent last, by a restore, counts as not sent. */
  private async waiting(): Promise<Waiting[]> {
    const text = await readFile(this.note, 'utf8').catch(unless('ENOENT'));
    const sent = text === null ? null : Sent.parse(JSON.parse(text));
    const waiting: Waiting[] = [];
    for (const file of await this.seals.files()) {
      if (sent && file < sent.file) continue;
      const words = await readHeads(join(this.seals.folder, file));
      const known = sent?.file === file && words[sent.place - 1]?.signature === sent.signature;
      const from = known ? sent.place : 0;
      waiting.push(...words.slice(from).map((word, index) => ({ file, word, place: from + index + 1 })));
    }
    return waiting;
  }

  private async post(url: string, words: Head[]): Promise<void> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ publicKey: await this.seals.publicKey(), words }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`Who takes the signed words answered ${answer.status}`);
  }
}
