import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Vault } from '../../platform/crypto/vault.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Logger } from '../../platform/logger/logger.js';

/**
 * Pictures of people as sealed files below the data folder's `files`, which is outside of the web root and part of every
 * backup. A picture leaves only as base64 in the row that it belongs to. Its row names it, so a file without a row (the
 * process died in between) is never read.
 */
@Injectable()
export class Pictures {
  private readonly folder: string;

  constructor(
    config: Config,
    private readonly vault: Vault,
    private readonly logger: Logger,
  ) {
    this.folder = join(config.dataDir, 'files', 'pictures');
  }

  /** @returns the name that the row keeps. */
  async keep(dataUrl: string): Promise<string> {
    const name = `${randomUUID()}.sealed`;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(join(this.folder, name), this.vault.seal(dataUrl), { mode: 0o600, flag: 'wx' });
    return name;
  }

  /** @returns the data URL; null, and a warning, when the file is gone: the text beside it is still to be shown. */
  async open(name: string): Promise<string | null> {
    try {
      return this.vault.open(await readFile(join(this.folder, name)));
    } catch (error) {
      if (dbErrorCode(error) !== 'ENOENT') throw error;
      this.logger.warn('A picture is missing', { name });
      return null;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }
}
