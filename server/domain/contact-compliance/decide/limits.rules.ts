import type {
  ContactCounters,
  ContactPolicy,
  ComplianceReason,
  ComplianceRule,
} from '../../../../contract/contact/contact-compliance.js';
import { dayNumber } from '../../../../contract/shared/wall-clock.js';
import { nextMidnight } from './hours.rules.js';

export interface Past {
  at: Date;
  slot: 'ATTEMPT' | 'MESSAGE';
  conversationAt: Date | null;
}

export const WEEK_MS = 7 * 86_400_000;
/** A call that was asked for may come a little early. */
const CALL_BACK_EARLY_MS = 10 * 60_000;

interface LimitFacts {
  inForce: { policy: ContactPolicy };
  where: { zone: string };
  history: readonly Past[];
  callBackAt: Date | null;
  waived: ReadonlySet<ComplianceRule>;
}

/** Counts as of `at`: days are those of the zone, a week is seven times 24 hours. */
export function countersOf(
  policy: ContactPolicy,
  zone: string,
  history: readonly Past[],
  at: Date,
): ContactCounters {
  const today = dayNumber(at, zone);
  const isToday = (moment: Date) => dayNumber(moment, zone) === today;
  const attempts = history.filter(({ slot }) => slot === 'ATTEMPT');
  return {
    attemptsToday: attempts.filter((past) => isToday(past.at)).length,
    attemptsPerDay: policy.attempts.perDay,
    attemptsWeek: attempts.filter((past) => past.at.getTime() > at.getTime() - WEEK_MS).length,
    attemptsPerWeek: policy.attempts.perWeek,
    conversationsToday: history.filter(({ conversationAt }) => conversationAt && isToday(conversationAt))
      .length,
    conversationsPerDay: policy.conversations.perDay,
    messagesToday: history.filter((past) => past.slot === 'MESSAGE' && isToday(past.at)).length,
    messagesPerDay: policy.messages.perDay,
  };
}

type Limit = { rule: ComplianceRule; params: ComplianceReason['params']; until: Date };

export function limitReasons(facts: LimitFacts, slot: Past['slot'], now: Date): ComplianceReason[] {
  return limitsAt(facts, slot, now).map(({ rule, params }) => ({ rule, params }));
}

/** The first instant from `from` on at which no limit stands; null when none is in sight. */
export function freeFrom(facts: LimitFacts, slot: Past['slot'], from: Date): Date | null {
  let at = from;
  for (let round = 0; round < 40; round++) {
    const standing = limitsAt(facts, slot, at).filter(({ rule }) => !facts.waived.has(rule));
    if (standing.length === 0) return at;
    at = new Date(Math.max(...standing.map(({ until }) => until.getTime())));
  }
  return null;
}

/** Every limit that is used up at `at`, with the moment at which it is looked at anew. */
function limitsAt(facts: LimitFacts, slot: Past['slot'], at: Date): Limit[] {
  const { policy } = facts.inForce;
  const counters = countersOf(policy, facts.where.zone, facts.history, at);
  const midnight = () => nextMidnight(facts.where.zone, at);
  if (slot === 'MESSAGE') {
    const { messagesToday: count, messagesPerDay: limit } = counters;
    return count < limit ? [] : [{ rule: 'messagesDay', params: { count, limit }, until: midnight() }];
  }
  const limits: Limit[] = [];
  if (counters.attemptsToday >= counters.attemptsPerDay) {
    const params = { count: counters.attemptsToday, limit: counters.attemptsPerDay };
    limits.push({ rule: 'attemptsDay', params, until: midnight() });
  }
  if (counters.attemptsWeek >= counters.attemptsPerWeek) {
    const params = { count: counters.attemptsWeek, limit: counters.attemptsPerWeek };
    limits.push({ rule: 'attemptsWeek', params, until: weekFreeAt(facts, at) });
  }
  if (!calledBack(facts, at)) limits.push(...closeness(facts, counters, at, midnight));
  return limits;
}

/** Too soon after the last attempt, or after the day's conversation; a borrower who asked for the call waives both. */
function closeness(facts: LimitFacts, counters: ContactCounters, at: Date, midnight: () => Date): Limit[] {
  const limits: Limit[] = [];
  const { apartMinutes } = facts.inForce.policy.attempts;
  const last = attemptsOf(facts)[0];
  const apart = last && new Date(last.at.getTime() + apartMinutes * 60_000);
  if (apart && apart > at) {
    const params = { minutes: apartMinutes, lastAt: last.at.toISOString() };
    limits.push({ rule: 'attemptSpacing', params, until: apart });
  }
  if (counters.conversationsToday >= counters.conversationsPerDay) {
    const params = { count: counters.conversationsToday, limit: counters.conversationsPerDay };
    const callBack = facts.callBackAt && new Date(facts.callBackAt.getTime() - CALL_BACK_EARLY_MS);
    limits.push({ rule: 'conversation', params, until: callBack && callBack > at ? callBack : midnight() });
  }
  return limits;
}

/** The borrower asked in a conversation for a call at this time, and nobody has tried since it came. */
function calledBack({ callBackAt, history }: LimitFacts, at: Date): boolean {
  if (!callBackAt) return false;
  const from = new Date(callBackAt.getTime() - CALL_BACK_EARLY_MS);
  const spoken = history.find(({ conversationAt }) => conversationAt !== null)?.conversationAt;
  if (from > at || !spoken || spoken > callBackAt) return false;
  return !history.some((past) => past.slot === 'ATTEMPT' && past.at >= from);
}

/** When the attempt that fills the week is seven days old. */
function weekFreeAt(facts: LimitFacts, at: Date): Date {
  const within = attemptsOf(facts).filter((past) => past.at.getTime() > at.getTime() - WEEK_MS);
  const filling = within[facts.inForce.policy.attempts.perWeek - 1];
  return new Date((filling?.at ?? at).getTime() + WEEK_MS);
}

function attemptsOf({ history }: LimitFacts): Past[] {
  return history.filter(({ slot }) => slot === 'ATTEMPT');
}
