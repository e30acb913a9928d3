import pLimit from 'p-limit';
import sharp from 'sharp';
import { FACE_BYTES, FACE_PIXELS } from '../../../contract/liveness.js';
import { fieldError } from '../http/app-error.js';

/** A picture of few bytes may unpack to gigabytes: one of more pixels is not unpacked. */
const MAX_PIXELS = 50_000_000;
const SECONDS = 10;
const SIGNATURES = [
  /^\xff\xd8\xff/, // JPEG
  /^\x89PNG\r\n\x1a\n/,
  /^RIFF.{4}WEBP/s,
];
/** Unpacked pictures are large: one at a time. */
const inTurn = pLimit(1);

/**
 * A person's picture made anew as a JPEG of 400 x 400, upright and without what a camera wrote into it (place, time, device).
 * The type follows from its first bytes: the library would open documents and drawings too.
 *
 * @param base64 JPEG, PNG or WebP, with or without the data URL's head
 * @throws picture.format, picture.tooLarge, picture.broken, of the field base64Image
 */
export async function portraitOf(base64: string): Promise<Buffer> {
  const bytes = Buffer.from(base64.replace(/^data:[\w/+.-]*;base64,/, ''), 'base64');
  if (bytes.length > FACE_BYTES) throw fieldError('picture.tooLarge', 'base64Image');
  const head = bytes.toString('latin1', 0, 12);
  if (!SIGNATURES.some((signature) => signature.test(head)))
    throw fieldError('picture.format', 'base64Image');
  return inTurn(() => redraw(bytes));
}

async function redraw(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' });
  try {
    return await picture
      .autoOrient()
      .resize(FACE_PIXELS, FACE_PIXELS)
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit');
    throw fieldError(isHuge ? 'picture.tooLarge' : 'picture.broken', 'base64Image');
  }
}
