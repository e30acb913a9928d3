import { useState } from 'react';
import { loadImage, squareJpeg } from '../../lib/square-jpeg';
import { isCallError } from '../states';
import { PictureInput } from './picture-input';
import type { Value } from './values';

interface PortraitInputProps {
  label: string;
  /** Where the stored one is. */
  picture: string | null;
  send: (base64Image: string | null) => Promise<{ error?: unknown }>;
}

/** Somebody's picture, stored as soon as it is chosen. The server says what is wrong with it. */
export function PortraitInput({ label, picture, send }: PortraitInputProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (value: Value) => {
    const { error } = await send(value === null ? null : await small(String(value)));
    setProblem(isCallError(error) ? (error.fields[0]?.message ?? error.message) : null);
  };
  return (
    <>
      <PictureInput
        label={label}
        value={picture}
        accept="image/jpeg,image/png,image/webp"
        onChange={(value) => void change(value)}
      />
      <div role="alert" className="entity-picture-problem">
        {problem}
      </div>
    </>
  );
}

/** A telephone's photo is too large to be sent. A file that the browser cannot read is sent as it is, to be refused. */
async function small(dataUrl: string): Promise<string> {
  try {
    const image = await loadImage(dataUrl);
    return squareJpeg(image, image.naturalWidth, image.naturalHeight) ?? dataUrl;
  } catch {
    return dataUrl;
  }
}
