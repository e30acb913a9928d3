import { addDays, businessDay } from '../../../contract/shared/date.js';
import { hourOf } from '../../../contract/shared/wall-clock.js';
import type { AnyEvent, EventName, EventPayload } from '../../../contract/events/events.js';
import {
  addFigures,
  applyChange,
  changesOf,
  countedOf,
  NO_FIGURES,
  type DayTarget,
  type DayCase,
  type DayFigures,
} from '../score-cards/score-card.rules.js';
import { wholeOf } from '../score-cards/target.rules.js';

export interface ReplayedDay {
  opened: EventPayload<'day.opened'>;
  figures: DayFigures;
}

/** The events that live read models are made of; the replay reads no others. */
export const REPLAYED: readonly EventName[] = [
  'day.opened', 'case.assigned', 'case.reassigned', 'case.released', 'case.withdrawn', 'case.reinstated', 'case.closed',
  'case.merged', 'case.settled', 'case.reopened', 'action.recorded', 'action.undone', 'message.queued', 'payment.posted', 'payment.reversed',
]; // prettier-ignore

/** The collector and amount that an event credits towards the due, in centavos; null when none. */
export function receivedBy(event: AnyEvent): { collectorId: number; amount: number } | null {
  if (event.name !== 'payment.posted' && event.name !== 'payment.reversed') return null;
  const { creditedTo } = event.payload;
  const amount = countedOf(event.payload);
  return creditedTo === null
    ? null
    : { collectorId: creditedTo, amount: event.name === 'payment.posted' ? amount : -amount };
}

function termsOf({ targetTerms: terms = null, targetUnit: unit }: EventPayload<'day.opened'>): DayTarget {
  return { terms, unit };
}

/** A day's target as it is now: of those that follow no case, the one that the day began with. */
export function targetIn({ opened, figures }: ReplayedDay): number {
  return opened.targetTerms ? wholeOf(figures.targetShare, opened.targetUnit) : opened.target;
}

/**
 * Rebuilds every collector's day and every group's hours from events in order of id, by the functions that the commands
 * use. The cases of a day are forgotten two days later, so memory follows the portfolio and not the log.
 */
export class Replay {
  readonly days = new Map<string, ReplayedDay>();
  /** `${groupId}|${day}|${hour}` to centavos. */
  readonly hours = new Map<string, number>();
  private readonly cases = new Map<string, Map<string, DayCase>>();

  /** @param isProjected whether the relay has folded the event already. */
  apply(event: AnyEvent, isProjected: boolean): void {
    if (event.name === 'day.opened') return this.open(event.payload);
    const day = businessDay(event.recordedAt);
    for (const { collectorId, caseId, change } of changesOf(event)) {
      const replayed = this.days.get(`${collectorId}|${day}`);
      if (!replayed) continue;
      const cases = this.casesOf(day);
      const { after, delta } = applyChange(
        cases.get(`${collectorId}|${caseId}`),
        change,
        termsOf(replayed.opened),
      );
      cases.set(`${collectorId}|${caseId}`, after);
      replayed.figures = addFigures(replayed.figures, delta);
    }
    if (isProjected) this.addToHour(event, day);
  }

  private open(opened: EventPayload<'day.opened'>): void {
    const cases = this.casesOf(opened.day);
    const target = termsOf(opened);
    let figures = NO_FIGURES;
    for (const [caseId, amount, daysPastDue] of opened.cases) {
      const { after, delta } = applyChange(undefined, { kind: 'gained', amount, daysPastDue }, target);
      cases.set(`${opened.collectorId}|${caseId}`, after);
      figures = addFigures(figures, delta);
    }
    this.days.set(`${opened.collectorId}|${opened.day}`, { opened, figures });
  }

  private addToHour(event: AnyEvent, day: string): void {
    const received = receivedBy(event);
    const opened = received && this.days.get(`${received.collectorId}|${day}`)?.opened;
    if (!received || !opened) return;
    const key = `${opened.groupId}|${day}|${hourOf(event.recordedAt)}`;
    this.hours.set(key, (this.hours.get(key) ?? 0) + received.amount);
  }

  private casesOf(day: string): Map<string, DayCase> {
    let cases = this.cases.get(day);
    if (!cases) {
      this.cases.set(day, (cases = new Map()));
      for (const old of this.cases.keys()) if (old < addDays(day, -1)) this.cases.delete(old);
    }
    return cases;
  }
}
