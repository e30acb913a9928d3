import type { TimelineEntry } from '../../../contract/cases/timeline';

/** An entry as it is drawn: of a call with its steps, the newest first. */
export interface ShownEntry extends TimelineEntry {
  steps?: TimelineEntry[];
}

/** A call's events are one entry, where its newest stands; the guard's decision on it was made in the same instant. */
export function calls<Entry extends TimelineEntry>(
  entries: readonly Entry[],
): (Entry & Pick<ShownEntry, 'steps'>)[] {
  const judgedAt = new Map(
    entries.flatMap(({ name, recordedAt, callId }) =>
      name === 'call.requested' ? [[recordedAt, callId]] : [],
    ),
  );
  const callOf = ({ name, recordedAt, callId }: TimelineEntry) =>
    callId ?? (name === 'contact.judged' ? (judgedAt.get(recordedAt) ?? null) : null);
  const shown = new Set<number>();
  return entries.flatMap((entry) => {
    const call = callOf(entry);
    if (call === null) return [entry];
    if (shown.has(call)) return [];
    shown.add(call);
    return [wholeCall(entries.filter((step) => callOf(step) === call))];
  });
}

/** A call's caller and time; its state, and how long it was talked. */
function wholeCall<Entry extends TimelineEntry>(steps: Entry[]): Entry & Pick<ShownEntry, 'steps'> {
  if (steps.length === 1) return steps[0]!;
  const progress = steps.filter(({ name }) => name === 'call.progressed');
  const answered = progress.find(({ facts }) => facts['state'] === 'ANSWERED');
  const ended = progress.find(({ facts }) => facts['state'] === 'ENDED');
  const began = steps.findLast(({ name }) => name !== 'contact.judged')!;
  const talked =
    answered && ended
      ? Math.round((Date.parse(ended.effectiveAt) - Date.parse(answered.effectiveAt)) / 1_000)
      : null;
  const relation = steps.find(({ facts }) => facts['relation'])?.facts['relation'] ?? null;
  return { ...began, facts: { ...progress[0]?.facts, talked, relation }, steps };
}
