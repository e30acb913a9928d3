import { createInflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';
import { AppError } from '../../../platform/http/app-error.js';
import { XmlWeight } from './xml-weight.js';

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

interface Part {
  name: string;
  method: number;
  packed: number;
  start: number;
}

/**
 * Refuses a zip that would unpack to too much, by unpacking it into nothing: what the file says of its own sizes is not
 * believed. @throws import.format, import.tooHeavy
 */
export async function checkZip(bytes: Buffer): Promise<void> {
  let unpacked = 0;
  const weight = new XmlWeight();
  for (const part of partsOf(bytes)) {
    const body = bytes.subarray(part.start, part.start + part.packed);
    const limit = Math.min(UNPACKED_BYTES - unpacked, Math.max(SMALL_PART, part.packed * RATIO));
    const weigh = weight.part(part.name);
    if (part.method === STORED) weigh(body);
    unpacked += part.method === STORED ? part.packed : await inflatedSize(body, limit, weigh);
    if (unpacked > UNPACKED_BYTES) throw new AppError('import.tooHeavy');
  }
}

async function inflatedSize(body: Buffer, limit: number, weigh: (bytes: Buffer) => void): Promise<number> {
  let size = 0;
  const inflate = Readable.from([body]).pipe(createInflateRaw({ chunkSize: CHUNK_BYTES }));
  try {
    for await (const chunk of inflate) {
      size += (chunk as Buffer).length;
      if (size > limit) break;
      weigh(chunk as Buffer);
    }
  } catch (error) {
    // Not a stream that can be unpacked: zlib's own error says no more than that.
    throw error instanceof AppError ? error : new AppError('import.format');
  }
  if (size > limit) throw new AppError('import.tooHeavy');
  return size;
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
