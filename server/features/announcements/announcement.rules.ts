import { MAX_PICTURE_BYTES } from '../../../contract/announcements.js';

const SIGNATURES = [
  { type: 'image/png', bytes: Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { type: 'image/jpeg', bytes: Buffer.of(0xff, 0xd8, 0xff) },
] as const;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * A picture as a data URL of what its first bytes say it is, whatever type it came with; null when it is neither PNG nor
 * JPEG, not base64, or larger than MAX_PICTURE_BYTES.
 */
export function pictureOf(base64Image: string): string | null {
  const text = base64Image.replace(/^data:[\w/+.-]*;base64,/, '');
  if (!BASE64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > MAX_PICTURE_BYTES) return null;
  const known = SIGNATURES.find((signature) =>
    bytes.subarray(0, signature.bytes.length).equals(signature.bytes),
  );
  return known ? `data:${known.type};base64,${bytes.toString('base64')}` : null;
}

/** The line in the bar when the author left it empty. */
export function lineOf({ name, irregularities }: { name: string; irregularities: string }): string {
  return `${name}: ${irregularities}`;
}
