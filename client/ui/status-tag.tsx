import type { ReactNode } from 'react';

export type Tone = 'plain' | 'info' | 'good' | 'warn' | 'bad' | 'muted';

/** A word with a tone. The word carries the meaning; the colour only helps. */
export function Tag({
  tone = 'plain',
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={`tag tag-${tone}`} title={title}>
      {children}
    </span>
  );
}
