import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Vault } from '../crypto/vault.js';
import { dbErrorCode } from '../db/database.js';
import { Logger } from '../logger/logger.js';
import { ChunkedFile, chunkedName, chunksOf, isChunked, writeChunks } from './chunked-file.js';

export const FILE_KINDS = ['pictures', 'recordings', 'exports', 'attachments'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/**
 * Pictures of people, recordings of calls and long lists as sealed files below the data folder's `files`, which is outside of the web
 * root and part of every backup. A row names its file, so a file without a row (the process died in between) is never read.
 * A recording is sealed in chunks, so that it can be heard from anywhere; its name says so, and those of before are whole.
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

  newName(kind: FileKind): string {
    return kind === 'recordings' ? chunkedName(randomUUID()) : `${randomUUID()}.sealed`;
  }

  /**
   * @param name a new one that the row has already, so that what a killed process leaves is found by it
   * @returns the name that the row keeps.
   */
  async keep(kind: FileKind, content: Buffer, name = this.newName(kind)): Promise<string> {
    await mkdir(join(this.root, kind), { recursive: true, mode: 0o700 });
    const path = join(this.root, kind, name);
    try {
      if (isChunked(name)) await this.writeInChunks(path, name, content.length, chunksOf(content), 'wx');
      else await writeFile(path, this.vault.sealBytes(content), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // On a full disk half of it is there.
      if (dbErrorCode(error) !== 'EEXIST') await this.remove(kind, name);
      throw error;
    }
    return name;
  }

  /** @returns null, and logs a warning, when the file is gone, so that the rest of the page can still be shown. */
  open(kind: FileKind, name: string): Promise<Buffer | null> {
    const path = join(this.root, kind, name);
    return this.unlessMissing(kind, name, async () => {
      if (!isChunked(name)) return this.vault.openBytes(await readFile(path));
      const parts: Buffer[] = [];
      for await (const part of (await ChunkedFile.at(path, name, this.vault)).read()) parts.push(part);
      return Buffer.concat(parts);
    });
  }

  /** A recording; one from before is whole, and not for this. @returns null as `open` does */
  openChunked(kind: FileKind, name: string): Promise<ChunkedFile | null> {
    return this.unlessMissing(kind, name, () =>
      ChunkedFile.at(join(this.root, kind, name), name, this.vault),
    );
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
    const path = join(this.root, kind, name);
    if (isChunked(name)) {
      const file = await this.openChunked(kind, name);
      if (!file) return;
      await this.writeInChunks(`${path}.anew`, name, file.length, file.read(), 'w');
    } else {
      const content = await this.open(kind, name);
      if (!content) return;
      await writeFile(`${path}.anew`, this.vault.sealBytes(content), { mode: 0o600 });
    }
    await rename(`${path}.anew`, path);
  }

  async remove(kind: FileKind, name: string): Promise<void> {
    await rm(join(this.root, kind, name), { force: true });
  }

  async removeAllBut(kind: FileKind, kept: ReadonlySet<string | null>): Promise<void> {
    for (const name of await namesIn(join(this.root, kind)))
      if (!kept.has(name)) await this.remove(kind, name);
  }

  private async writeInChunks(
    path: string,
    name: string,
    length: number,
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
    flags: 'w' | 'wx',
  ): Promise<void> {
    const file = await open(path, flags, 0o600);
    try {
      await writeChunks(file, { name, length, vault: this.vault }, content);
    } finally {
      await file.close();
    }
  }

  private async unlessMissing<Found>(
    kind: FileKind,
    name: string,
    find: () => Promise<Found>,
  ): Promise<Found | null> {
    try {
      return await find();
    } catch (error) {
      if (dbErrorCode(error) !== 'ENOENT') throw error;
      this.logger.warn('A sealed file is missing', { kind, name });
      return null;
    }
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
