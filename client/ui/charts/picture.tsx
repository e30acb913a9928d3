import './picture.css';
import { lazy, Suspense } from 'react';
import type { PictureData } from './picture-option';

const DrawnPicture = lazy(() => import('./drawn-picture'));

interface PictureProps {
  data: PictureData;
  /** Opens what the name's mark counts; a table beside the picture has the same links, for keyboards. */
  onOpen?: (at: number) => void;
}

/** Figures of the table beside it as bars, under the question that they answer. A screen reader reads that table. */
export function Picture({ data, onOpen }: PictureProps) {
  const lines = data.lying ? data.names.length : 0;
  const size = lines > 20 ? 'tall' : lines > 8 ? 'middle' : 'low';
  return (
    <figure className={`picture picture-${size}`} aria-label={data.title}>
      <figcaption>{data.title}</figcaption>
      <div className={onOpen ? 'picture-frame picture-opens' : 'picture-frame'} aria-hidden="true">
        <Suspense fallback={null}>
          <DrawnPicture data={data} onOpen={onOpen} />
        </Suspense>
      </div>
    </figure>
  );
}
