import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Vault } from '../crypto/vault.js';
import { dbErrorCode } from '../db/database.js';
import { Logger } from '../logger/logger.js';

export const FILE_KINDS = ['pictures', 'recordings', 'exports', 'attachments'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

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
    try {
      await writeFile(join(this.root, kind, name), this.vault.sealBytes(content), {
        mode: 0o600,
        flag: 'wx',
      });
    } catch (error) {
      // On a full disk half of it is there.
      if (dbErrorCode(error) !== 'EEXIST') await this.remove(kind, name);
      throw error;
    }
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

  /** Names of the files that another than the present key has sealed. */
  async underOtherKeys(kind: FileKind): Promise<string[]> {
    const found: string[] = [];
    for (const name of await namesIn(join(this.root, kind)))
      if (this.vault.isOld(await firstByte(join(this.root, kind, name)))) found.push(name);
    return found;
  }

  /** A reader finds the file as it was or as it is. One that is removed meanwhile stays behind without a row. */
  async sealAnew(kind: FileKind, name: string): Promise<void> {
    const content = await this.open(kind, name);
    if (!content) return;
    const path = join(this.root, kind, name);
    await writeFile(`${path}.anew`, this.vault.sealBytes(content), { mode: 0o600 });
    await rename(`${path}.anew`, path);
  }

  async remove(kind: FileKind, name: string): Promise<void> {
    await rm(join(this.root, kind, name), { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.sealed'));
  } catch (error) {
    if (dbErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** @returns null when the file is gone. */
async function firstByte(path: string): Promise<Buffer | null> {
  try {
    const file = await open(path);
    try {
      return (await file.read(Buffer.alloc(1), 0, 1, 0)).buffer;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (dbErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
