import type { Tag } from '../../contract/realtime';

/** Merges the tags of many messages into one invalidation per `waitMs`, so that a burst refetches a list once. */
export function createTagQueue(
  invalidate: (tags: Tag[]) => void,
  waitMs: number,
): (tags: readonly Tag[]) => void {
  const waiting = new Map<string, Tag>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  return (tags) => {
    for (const tag of tags) waiting.set(`${tag.type}:${tag.id ?? ''}`, tag);
    timer ??= setTimeout(() => {
      timer = null;
      const batch = [...waiting.values()];
      waiting.clear();
      invalidate(batch);
    }, waitMs);
  };
}
