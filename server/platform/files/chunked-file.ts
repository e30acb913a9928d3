import { open, type FileHandle } from 'node:fs/promises';
import { SEAL_BYTES, type Vault } from '../crypto/vault.js';

const CHUNK_BYTES = 64 * 1024;
const SEALED_BYTES = CHUNK_BYTES + SEAL_BYTES;
/** The key's id, as every sealed file begins, and the plain length. */
const HEAD_BYTES = 9;
const SUFFIX = '.chunks.sealed';

export function isChunked(name: string): boolean {
  return name.endsWith(SUFFIX);
}
export function chunkedName(id: string): string {
  return `${id}${SUFFIX}`;
}

/**
 * A file that can be read from anywhere: chunks of 64 KB, each sealed by itself and bound to the file's name, its length and
 * the chunk's place. A chunk that was changed, moved, repeated or taken from another file does not open, and a file that
 * was cut lacks one. No more than a chunk is in memory or worked on at once.
 */
export class ChunkedFile {
  private constructor(
    private readonly path: string,
    private readonly name: string,
    private readonly vault: Vault,
    readonly length: number,
  ) {}

  /** @throws ENOENT */
  static async at(path: string, name: string, vault: Vault): Promise<ChunkedFile> {
    const file = await open(path);
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      await readWhole(file, head, 0);
      return new ChunkedFile(path, name, vault, Number(head.readBigUInt64BE(1)));
    } finally {
      await file.close();
    }
  }

  /** The bytes from `from` to before `end`, at most 64 KB at once. @throws when the file is not what was sealed */
  async *read(from = 0, end = this.length): AsyncGenerator<Buffer, void, undefined> {
    const file = await open(this.path);
    try {
      for (let at = from; at < end;) {
        const index = Math.floor(at / CHUNK_BYTES);
        const start = index * CHUNK_BYTES;
        const sealed = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, this.length - start) + SEAL_BYTES);
        await readWhole(file, sealed, HEAD_BYTES + index * SEALED_BYTES);
        const plain = this.vault.openBytes(sealed, bound(this.name, this.length, index));
        yield plain.subarray(at - start, Math.min(end - start, plain.length));
        at = start + CHUNK_BYTES;
      }
    } finally {
      await file.close();
    }
  }
}

/** Writes what ends up to be `length` bytes. @param name what the chunks are bound to */
export async function writeChunks(
  file: FileHandle,
  of: { name: string; length: number; vault: Vault },
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const { name, length, vault } = of;
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = vault.keyId;
  head.writeBigUInt64BE(BigInt(length), 1);
  await file.write(head);
  let index = 0;
  for await (const plain of content) await file.write(vault.sealBytes(plain, bound(name, length, index++)));
}

export function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
}

function bound(name: string, length: number, index: number): Buffer {
  return Buffer.from(`${name} ${length} ${index}`);
}

async function readWhole(file: FileHandle, into: Buffer, position: number): Promise<void> {
  const { bytesRead } = await file.read(into, 0, into.length, position);
  if (bytesRead < into.length) throw new Error('A sealed file was cut');
}
