import type { TimelineEntry } from '../../../contract/cases/timeline';

const VISIT_MS = 5 * 60_000;
const VIEWED = 'picture.viewed';

/** The pictures that one person looked at in one visit are one entry: a visit of five says no more than that. */
export function visits(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const shown: TimelineEntry[] = [];
  for (const entry of entries) {
    const last = shown.at(-1);
    if (!last || !isSameVisit(last, entry)) {
      shown.push(entry);
      continue;
    }
    const kinds = new Set([...String(last.facts['kind']).split(', '), String(entry.facts['kind'])]);
    shown[shown.length - 1] = { ...last, facts: { ...last.facts, kind: [...kinds].join(', ') } };
  }
  return shown;
}

function isSameVisit(one: TimelineEntry, other: TimelineEntry): boolean {
  return (
    one.name === VIEWED &&
    other.name === VIEWED &&
    one.actor === other.actor &&
    Math.abs(Date.parse(one.recordedAt) - Date.parse(other.recordedAt)) < VISIT_MS
  );
}
