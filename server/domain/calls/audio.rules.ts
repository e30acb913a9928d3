import type { AudioType } from '../../../contract/supervision/recordings.js';

const FRAME_SYNC = 0xe0;

/** A sound's type by its first bytes: its name and the type that a supplier gives it prove nothing. */
export function audioTypeOf(head: Buffer): AudioType | null {
  if (head.length <= 44) return null;
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'audio/wav';
  if (text(0, 4) === 'OggS') return 'audio/ogg';
  if (text(0, 3) === 'ID3' || isMp3Frame(head)) return 'audio/mpeg';
  return null;
}

/** A layer III frame without tags before it: neither version, bit rate nor sampling rate is one that does not exist. */
function isMp3Frame(head: Buffer): boolean {
  const [first, second, third] = [head[0]!, head[1]!, head[2]!];
  if (first !== 0xff || (second & FRAME_SYNC) !== FRAME_SYNC) return false;
  const [version, layer, rate, sampling] = [
    (second >> 3) & 3,
    (second >> 1) & 3,
    third >> 4,
    (third >> 2) & 3,
  ];
  return version !== 1 && layer === 1 && rate > 0 && rate < 15 && sampling < 3;
}
