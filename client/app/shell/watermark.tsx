import { useEffect, useState } from 'react';
import { useCurrentUserQuery, useUserPictureQuery } from '../../api/session-api';
import { loadImage } from '../../lib/square-jpeg';

const TILE = { width: 300, height: 190 };

export function Watermark() {
  const { data: user } = useCurrentUserQuery();
  const { data: picture } = useUserPictureQuery();
  const tile = useTile(user?.name, picture?.picture ?? null);
  if (!tile) return null;
  return <div className="watermark" aria-hidden="true" style={{ backgroundImage: `url(${tile})` }} />;
}

function useTile(name: string | undefined, picture: string | null): string | null {
  const [tile, setTile] = useState<string | null>(null);
  useEffect(() => {
    if (!name) return;
    let current = true;
    drawTile(name, picture).then(
      (drawn) => current && setTile(drawn),
      (cause: unknown) => console.error('the watermark could not be drawn', cause),
    );
    return () => {
      current = false;
    };
  }, [name, picture]);
  return tile;
}

/** Drawn once as a picture, so that it costs nothing while the page scrolls. The opacity is the style sheet's. */
async function drawTile(name: string, picture: string | null): Promise<string> {
  const canvas = document.createElement('canvas');
  const ratio = Math.min(devicePixelRatio || 1, 2);
  canvas.width = TILE.width * ratio;
  canvas.height = TILE.height * ratio;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.scale(ratio, ratio);
  pen.translate(TILE.width / 2, TILE.height / 2);
  pen.rotate(-0.38);
  pen.fillStyle = '#7b8794';
  pen.font = '500 15px system-ui, sans-serif';
  pen.textBaseline = 'middle';
  // Without the picture the name still stands over the page.
  const face = picture ? await loadImage(picture).catch(() => null) : null;
  const width = pen.measureText(name).width + (face ? 40 : 0);
  if (face) pen.drawImage(face, -width / 2, -16, 32, 32);
  pen.fillText(name, -width / 2 + (face ? 40 : 0), 0);
  return canvas.toDataURL('image/png');
}
