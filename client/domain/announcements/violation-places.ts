import type { ViolationSource } from '../../../contract/supervision/violations';

/** Where what a violation was seen in stands; null where it has no page of its own. */
export function placeOf(source: ViolationSource, id: number): string | null {
  if (source === 'CALL') return `/recording/${id}`;
  if (source === 'BEHAVIOUR') return `/behaviorDetail/${id}`;
  return source === 'COMPLAINT' ? `/complaint/${id}` : null;
}
