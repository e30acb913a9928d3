import { FACE_BYTES, FACE_PIXELS, FACE_QUALITY } from '../../contract/liveness';

/** The middle of a picture, 400 x 400, as a JPEG's data URL; null when it cannot be drawn. */
export function squareJpeg(picture: CanvasImageSource, width: number, height: number): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = FACE_PIXELS;
  canvas.height = FACE_PIXELS;
  const pen = canvas.getContext('2d');
  if (!pen || width === 0) return null;
  const side = Math.min(width, height);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, FACE_PIXELS, FACE_PIXELS);
  pen.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, FACE_PIXELS, FACE_PIXELS);
  const drawn = canvas.toDataURL('image/jpeg', 1);
  return dataUrlBytes(drawn) > FACE_BYTES ? canvas.toDataURL('image/jpeg', FACE_QUALITY) : drawn;
}

/** Bytes behind a data URL's base64. */
export function dataUrlBytes(url: string): number {
  return Math.floor(((url.length - url.indexOf(',') - 1) * 3) / 4);
}

export function loadImage(source: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the picture is not readable'));
    image.src = source;
  });
}
