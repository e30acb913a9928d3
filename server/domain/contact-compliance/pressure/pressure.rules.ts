import type { PressureAct, PressureDay } from '../../../../contract/supervision/pressure.js';
import { PRESSURE_DAYS } from '../../../../contract/supervision/pressure.js';
import { addDays } from '../../../../contract/shared/date.js';
import { countedAs } from '../decide/compliance.rules.js';

const WEEK_DAYS = 7;

/** Totals of each of the last days, the oldest first, up to `today` of the borrower's zone. */
export function daysOf(acts: readonly PressureAct[], today: string): PressureDay[] {
  const first = addDays(today, 1 - PRESSURE_DAYS);
  const days = Array.from({ length: PRESSURE_DAYS }, (_, at) => ({
    day: addDays(first, at),
    ...{ attempts: 0, attemptsWeek: 0, conversations: 0, messages: 0, refused: 0, incoming: 0 },
  }));
  const byDay = new Map(days.map((each) => [each.day, each]));
  for (const { day, kind, channel, counted, allowed, spoken } of acts) {
    const found = byDay.get(day);
    if (!found) continue;
    if (kind === 'INCOMING') found.incoming += 1;
    else if (!allowed) found.refused += 1;
    if (counted) found[countedAs(channel) === 'ATTEMPT' ? 'attempts' : 'messages'] += 1;
    if (counted && spoken) found.conversations += 1;
  }
  return days.map((each, at) => ({
    ...each,
    attemptsWeek: days
      .slice(Math.max(0, at + 1 - WEEK_DAYS), at + 1)
      .reduce((sum, { attempts }) => sum + attempts, 0),
  }));
}
