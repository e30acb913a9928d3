import type { PresenceNow } from '../../contract/team/presence';

/** What is known of a person and what is told: the later one, whichever came first. */
export function isLater(
  told: Pick<PresenceNow, 'since'>,
  known: { since: string | null } | undefined,
): boolean {
  return !known?.since || Date.parse(told.since) > Date.parse(known.since);
}

/** Of each person the newest. */
export function newestOf(known: readonly PresenceNow[], told: readonly PresenceNow[]): PresenceNow[] {
  const newest = new Map(known.map((each) => [each.collectorId, each]));
  for (const each of told)
    if (isLater(each, newest.get(each.collectorId))) newest.set(each.collectorId, each);
  return [...newest.values()];
}
