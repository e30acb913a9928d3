import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Vault } from '../crypto/vault.js';
import { dbErrorCode } from '../db/database.js';
import { Logger } from '../logger/logger.js';

export type FileKind = 'pictures' | 'recordings' | 'exports';

/**
 * Pictures of people, recordings of calls and long lists as sealed files below the data folder's `files`, which is outside of the web
 * root and part of every backup. A row names its file, so a file without a row (the process died in between) is never read.
 */
@Injectable()
export class SealedFiles {
  private readonly root: string;

  constructor(
    config: Config,
    private readonly vault: Vault,
    private readonly logger: Logger,
  ) {
    this.root = join(config.dataDir, 'files');
  }

  newName(): string {
    return `${randomUUID()}.sealed`;
  }

  /**
   * @param name a new one that the row has already, so that what a killed process leaves is found by it
   * @returns the name that the row keeps.
   */
  async keep(kind: FileKind, content: Buffer, name = this.newName()): Promise<string> {
    await mkdir(join(this.root, kind), { recursive: true, mode: 0o700 });
    await writeFile(join(this.root, kind, name), this.vault.sealBytes(content), { mode: 0o600, flag: 'wx' });
    return name;
  }

  /** @returns null, and logs a warning, when the file is gone, so that the rest of the page can still be shown. */
  async open(kind: FileKind, name: string): Promise<Buffer | null> {
    try {
      return this.vault.openBytes(await readFile(join(this.root, kind, name)));
    } catch (error) {
      if (dbErrorCode(error) !== 'ENOENT') throw error;
      this.logger.warn('A sealed file is missing', { kind, name });
      return null;
    }
  }

  async remove(kind: FileKind, name: string): Promise<void> {
    await rm(join(this.root, kind, name), { force: true });
  }
}
