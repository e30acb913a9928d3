import type { ContactPolicy } from './contact-compliance.js';

/** Each rule as the strictest of these policies has it. Hours that do not meet leave none. @param policies at least one */
export function strictest(policies: readonly ContactPolicy[]): ContactPolicy {
  return policies.reduce((one, other) => ({
    legalHours: {
      known: narrower(one.legalHours.known, other.legalHours.known),
      unknown: narrower(one.legalHours.unknown, other.legalHours.unknown),
    },
    operatingHours: {
      hours: narrower(one.operatingHours.hours, other.operatingHours.hours),
      days: one.operatingHours.days.filter((day) => other.operatingHours.days.includes(day)),
      onHolidays: one.operatingHours.onHolidays && other.operatingHours.onHolidays,
      ...closedOnEither(one, other),
    },
    attempts: {
      perDay: Math.min(one.attempts.perDay, other.attempts.perDay),
      perWeek: Math.min(one.attempts.perWeek, other.attempts.perWeek),
      apartMinutes: Math.max(one.attempts.apartMinutes, other.attempts.apartMinutes),
    },
    conversations: { perDay: Math.min(one.conversations.perDay, other.conversations.perDay) },
    messages: { perDay: Math.min(one.messages.perDay, other.messages.perDay) },
    relations: one.relations.filter((relation) => other.relations.includes(relation)),
  }));
}

/** Left out where there are none, as in a policy that was saved before there were any. */
function closedOnEither({ operatingHours: one }: ContactPolicy, { operatingHours: other }: ContactPolicy) {
  const closedDays = [...new Set([...(one.closedDays ?? []), ...(other.closedDays ?? [])])].sort();
  return closedDays.length > 0 ? { closedDays } : {};
}

type Hours = { from: string; to: string };
function narrower(one: Hours, other: Hours): Hours {
  return { from: one.from > other.from ? one.from : other.from, to: one.to < other.to ? one.to : other.to };
}

/** Whether a policy allows, in any rule, what the one before it refuses. */
export function loosens(before: ContactPolicy, after: ContactPolicy): boolean {
  // The rules in the order of `after`, whose lists keep theirs.
  return JSON.stringify(strictest([after, before])) !== JSON.stringify(strictest([after, after]));
}
