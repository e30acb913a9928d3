/** Bytes of a file, `end` not among them. */
export interface Span {
  from: number;
  end: number;
}

/**
 * Length of the answer to a range without an end. Players accept it and request on: they drop most of what they requested
 * for when somebody seeks, and the system's buffers would hold all of it.
 */
const PART_BYTES = 256 * 1024;

/**
 * The part of a file that a Range header requests. Several ranges, another unit and an invalid one get the whole file, as
 * RFC 9110 allows and asks; one that begins beyond the end is not.
 */
export function rangeOf(header: string | undefined, length: number): Span | 'whole' | 'beyond' {
  const found = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return 'whole';
  const [first, last] = [found[1]!, found[2]!];
  if (first === '') {
    const tail = Math.min(Number(last), length);
    return tail === 0 ? 'beyond' : { from: length - tail, end: length };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  if (from >= length) return 'beyond';
  return { from, end: Math.min(last === '' ? from + PART_BYTES : Number(last) + 1, length) };
}
