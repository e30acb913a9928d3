import { isUtf8 } from 'node:buffer';
import { SEPARATORS, type Encoding, type Separator } from '../../../contract/cases/import-mapping.js';

/** Encoding of a text file: by its mark, else UTF-8 if every byte of it can be, else what Excel writes in the Americas. */
export function encodingOf(bytes: Buffer): Encoding {
  if (bytes.length >= 2) {
    const mark = bytes.readUInt16BE(0);
    if (mark === 0xfffe) return 'utf-16le';
    if (mark === 0xfeff) return 'utf-16be';
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** The one that stands most often in the first line, outside quotes. */
export function separatorOf(text: string): Separator {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n' || sign === '\r') break;
    else counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const times = (separator: Separator) => counts.get(separator) ?? 0;
  return SEPARATORS.reduce((best, next) => (times(next) > times(best) ? next : best));
}
