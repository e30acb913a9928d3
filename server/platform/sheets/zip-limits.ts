import { createInflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';
import { AppError } from '../http/app-error.js';
import { XmlWeight, type XmlWatcher } from './xml-weight.js';

/** A workbook may not unpack to more than this, nor one of its parts to more than this many times its size. */
const UNPACKED_BYTES = 256 * 1024 * 1024;
const RATIO = 100;
const SMALL_PART = 1024 * 1024;
const PARTS = 500;
/** Chunks that the weighing looks at. */
const CHUNK_BYTES = 256 * 1024;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** In ZIP64 the real figure stands elsewhere: a file that small has no need of it, and two readers could differ. */
const ELSEWHERE = 0xffffffff;

/** One file of a zip, by the zip's own directory. */
export interface Part {
  name: string;
  method: number;
  packed: number;
  start: number;
}

/**
 * Refuses a zip that would unpack to too much, by unpacking it into nothing: what the file says of its own sizes is not
 * believed.
 *
 * @param look answers who wants to see a part's XML, tags whole, while it is weighed
 * @returns the parts, which may be unpacked one by one now
 * @throws import.format, import.tooHeavy
 */
export async function checkZip(
  bytes: Buffer,
  look?: (name: string) => XmlWatcher | undefined,
): Promise<Part[]> {
  let unpacked = 0;
  const weight = new XmlWeight();
  const parts = partsOf(bytes);
  for (const part of parts) {
    const max = Math.min(UNPACKED_BYTES - unpacked, Math.max(SMALL_PART, part.packed * RATIO));
    const limit = part.method === STORED ? UNPACKED_BYTES - unpacked : max;
    unpacked += await weigh(bytes, part, limit, weight.part(part.name, look?.(part.name)));
  }
  return parts;
}

async function weigh(
  bytes: Buffer,
  part: Part,
  limit: number,
  take: (chunk: Buffer) => void,
): Promise<number> {
  let size = 0;
  for await (const chunk of unpackedOf(bytes, part)) {
    size += chunk.length;
    if (size > limit) throw new AppError('import.tooHeavy');
    take(chunk);
  }
  return size;
}

/** A part in pieces, each when it is asked for. @throws import.format when it can not be unpacked */
export async function* unpackedOf(bytes: Buffer, part: Part): AsyncGenerator<Buffer> {
  const body = bytes.subarray(part.start, part.start + part.packed);
  if (part.method === STORED) {
    for (let at = 0; at < body.length; at += CHUNK_BYTES) yield body.subarray(at, at + CHUNK_BYTES);
    return;
  }
  const inflate = Readable.from([body]).pipe(createInflateRaw({ chunkSize: CHUNK_BYTES }));
  const pieces = inflate[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Not a stream that can be unpacked: zlib's own error says no more than that.
      const piece = await pieces.next().catch(() => Promise.reject(new AppError('import.format')));
      if (piece.done) return;
      yield piece.value as Buffer;
    }
  } finally {
    inflate.destroy();
  }
}

function partsOf(bytes: Buffer): Part[] {
  try {
    return readDirectory(bytes);
  } catch (error) {
    // The directory points outside the file.
    if (error instanceof RangeError) throw new AppError('import.format');
    throw error;
  }
}

function readDirectory(bytes: Buffer): Part[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new AppError('import.format');
  const count = bytes.readUInt16LE(end + 10);
  if (bytes.readUInt32LE(end + 12) === ELSEWHERE || count === 0 || count > PARTS)
    throw new AppError('import.format');
  const parts: Part[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new AppError('import.format');
    const method = bytes.readUInt16LE(at + 10);
    const local = bytes.readUInt32LE(at + 42);
    const packed = bytes.readUInt32LE(at + 20);
    if (packed === ELSEWHERE || bytes.readUInt32LE(at + 24) === ELSEWHERE)
      throw new AppError('import.format');
    if ((method !== STORED && method !== DEFLATED) || bytes.readUInt32LE(local) !== LOCAL_ENTRY)
      throw new AppError('import.format');
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString('latin1', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    parts.push({ name, method, packed, start });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}
