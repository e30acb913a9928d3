const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PNG_END = Buffer.from('49454e44ae426082', 'hex');
const JPEG_HEAD = Buffer.from('ffd8ff', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');

/** A file's type by its first and last bytes, whatever it was called; null when it is no whole picture. */
export function pictureType(content: Buffer): 'image/png' | 'image/jpeg' | null {
  const framed = (head: Buffer, end: Buffer) =>
    content.subarray(0, head.length).equals(head) && content.subarray(-end.length).equals(end);
  if (framed(PNG_HEAD, PNG_END)) return 'image/png';
  return framed(JPEG_HEAD, JPEG_END) ? 'image/jpeg' : null;
}
