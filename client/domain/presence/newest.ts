import type { PresenceNow } from '../../../contract/team/presence';

/** Compares the known state of a person with a pushed one: the later wins, whichever came first. */
export function isLater(
  received: Pick<PresenceNow, 'since'>,
  known: { since: string | null } | undefined,
): boolean {
  return !known?.since || Date.parse(received.since) > Date.parse(known.since);
}

/** The newest state of each person. */
export function newestOf(known: readonly PresenceNow[], received: readonly PresenceNow[]): PresenceNow[] {
  const newest = new Map(known.map((each) => [each.collectorId, each]));
  for (const each of received)
    if (isLater(each, newest.get(each.collectorId))) newest.set(each.collectorId, each);
  return [...newest.values()];
}
