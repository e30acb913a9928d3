import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { type SealMail, sealMailTo } from '../../../contract/administration/configuration.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { Configuration } from '../../domain/configuration/configuration.entity.js';
import { newestOfStreams, type Head } from '../../domain/seals/heads.rules.js';
import { Clock } from '../../platform/clock/clock.js';
import { MailClient } from '../../platform/providers/mail.js';
import { linesOf, readHeads, SealsService, unless } from './seals.service.js';

/** The newest file of which every recipient was mailed. */
const Mailed = z.object({ file: z.string() });

const MINUTE_MS = 60_000;
const fileOf = (day: string) => `heads-${day}.jsonl`;
const dayOf = (file: string) => file.slice('heads-'.length, -'.jsonl'.length);

/**
 * Mails the last signed word of each chain, day by day, to whom administrators have named: it lies with somebody else then. A
 * mail that was refused is sent again in an hour, to all of them.
 */
@Injectable()
export class MailedWordsService {
  constructor(
    private readonly seals: SealsService,
    private readonly mails: MailClient,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns how many mails were taken. @throws ProviderRefused, ProviderUnavailable */
  async send(): Promise<number> {
    const recipients = await this.recipients();
    if (recipients.length === 0 || !this.mails.isOn) return 0;
    let sent = 0;
    for (const file of await this.waiting()) {
      const words = newestOfStreams(await readHeads(join(this.seals.folder, file)));
      const mail = await this.mailOf(file, words);
      for (const to of recipients) await this.mails.send({ ...mail, to });
      await writeFile(this.note, JSON.stringify({ file }), { mode: 0o600 });
      sent += recipients.length;
    }
    return sent;
  }

  /** Minutes since the end of the oldest day that is still to be mailed; null where nobody is named. */
  async behind(): Promise<number | null> {
    if ((await this.recipients()).length === 0) return null;
    const [oldest] = await this.waiting();
    if (oldest === undefined) return 0;
    const end = startOfBusinessDay(addDays(dayOf(oldest), 1)).getTime();
    return Math.max(0, Math.floor((this.clock.now().getTime() - end) / MINUTE_MS));
  }

  /** Those of every institution: the chains are of the whole site, and say nothing of anybody. */
  private async recipients(): Promise<string[]> {
    const versions = await this.dataSource
      .getRepository(Configuration)
      .find({ where: { name: 'sealMail' }, order: { institutionId: 'ASC', version: 'DESC' } });
    const newest = versions.filter(
      ({ institutionId }, at) => versions[at - 1]?.institutionId !== institutionId,
    );
    return [...new Set(newest.flatMap(({ document }) => sealMailTo(document as SealMail)))];
  }

  /** Files of days that are over, behind the one that was mailed last; the first time the newest alone. */
  private async waiting(): Promise<string[]> {
    const text = await readFile(this.note, 'utf8').catch(unless('ENOENT'));
    const today = fileOf(businessDay(this.clock.now()));
    const over = (await this.seals.files()).filter((file) => file < today);
    if (text === null) return over.slice(-1);
    const mailed = Mailed.parse(JSON.parse(text));
    return over.filter((file) => file > mailed.file);
  }

  private async mailOf(file: string, words: readonly Head[]): Promise<{ subject: string; text: string }> {
    const text = [
      'Guarde este correo: prueba que nada anterior de la bitácora cambió después.',
      `Keep this mail: it proves that nothing of the log before was changed afterwards. Put the lines into a file ${file} and the key into another one:`,
      'npm run verify -- --heads FOLDER --key FILE',
      linesOf(words).trim(),
      (await this.seals.publicKey()).trim(),
    ];
    return { subject: `Recoup: ${file}`, text: `${text.join('\n\n')}\n` };
  }

  private get note(): string {
    return join(this.seals.folder, 'mailed.json');
  }
}
