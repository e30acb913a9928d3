import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { ImportMapping } from '../../../contract/cases/import-mapping.js';
import { wallClock } from '../../../contract/shared/wall-clock.js';
import { Clock } from '../../platform/clock/clock.js';
import { AppError } from '../../platform/http/app-error.js';
import { csvText } from '../../platform/http/csv.js';
import { messageOf } from '../../platform/http/messages.js';
import { isWhole, lookAt, type Look } from '../../domain/imports/whole-file.rules.js';
import { FileIntakeService } from './file-intake.service.js';
import { ImportsQueries } from './imports.queries.js';
import type { ImportTotals } from './imports.service.js';

const FILES = /^[^.].*\.(csv|txt|xlsx)$/i;
const DONE = '.done';
const REPORTED_ERRORS = 10_000;

export interface Watched {
  folder: string;
  /** The lender's own headings; without it files have those of the product. */
  mapping?: ImportMapping | undefined;
}
/** A file that was taken in, or refused as a whole. */
export interface Outcome {
  file: string;
  totals: ImportTotals | null;
  /** Why it was refused. */
  reason: string | null;
}

/**
 * Takes in the files that somebody puts into a folder, one after the other, the oldest name first: by SFTP, or however the host
 * lets a lender in. What was read goes to `taken/`, what was refused as a whole to `refused/`, each with what was wrong with it.
 */
@Injectable()
export class WatchedFolderService {
  private looks = new Map<string, Look>();

  constructor(
    private readonly intake: FileIntakeService,
    private readonly queries: ImportsQueries,
    private readonly clock: Clock,
  ) {}

  /** One look at the folder. A process that dies in between leaves the file where it is, to be read again: rows count once. */
  async *round({ folder, mapping }: Watched): AsyncGenerator<Outcome> {
    for (const file of await this.whole(folder)) {
      const outcome = await this.take(join(folder, file), file, mapping);
      await this.putAway(folder, outcome);
      yield outcome;
    }
  }

  private async whole(folder: string): Promise<string[]> {
    const names = (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    const at = performance.now();
    const before = this.looks;
    this.looks = new Map();
    const found: string[] = [];
    for (const name of names.filter((each) => FILES.test(each)).toSorted()) {
      const look = lookAt(await stat(join(folder, name)), before.get(name), at);
      this.looks.set(name, look);
      if (isWhole(look, at, names.includes(name + DONE))) found.push(name);
    }
    return found;
  }

  private async take(path: string, file: string, mapping: ImportMapping | undefined): Promise<Outcome> {
    try {
      return { file, totals: await this.intake.take(path, mapping), reason: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { file, totals: null, reason: messageOf(error.key, 'en', error.params) };
    }
  }

  /** Beside the others under the moment at which it was read: a lender's files have the same name each day. */
  private async putAway(folder: string, { file, totals, reason }: Outcome): Promise<void> {
    const to = join(folder, totals ? 'taken' : 'refused');
    await mkdir(to, { recursive: true });
    const stamp = wallClock(this.clock.now()).slice(0, 19).replace(/\D/g, '');
    const place = join(to, `${stamp}-${file}`);
    const errors = totals ? await this.queries.errors(totals.importId, REPORTED_ERRORS) : [];
    const report = reason ?? csvText(errors, ['line', 'field', 'reason']);
    if (reason || errors.length > 0) await writeFile(`${place}.errors.txt`, report);
    await rename(join(folder, file), place);
    await rm(join(folder, file + DONE), { force: true });
    this.looks.delete(file);
  }
}
