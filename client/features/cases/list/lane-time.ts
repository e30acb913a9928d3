import type { Language } from '../../../../contract/codes';
import { LANGUAGE_TAGS } from '../../../lib/language';

const MINUTE = 60_000;

export interface Left {
  key: 'in' | 'now' | 'since';
  /** "4:59" in the last five minutes, "12 min", "3 h", "2 días". */
  time: string;
}

/** How long until it is due, or since when it has been. */
export function countdown(at: string, now: number, language: Language): Left {
  const left = new Date(at).getTime() - now;
  if (left > 0) {
    const time = left < 5 * MINUTE ? clock(left) : span(Math.ceil(left / MINUTE), language);
    return { key: 'in', time };
  }
  const minutes = Math.floor(-left / MINUTE);
  return minutes < 1 ? { key: 'now', time: '' } : { key: 'since', time: span(minutes, language) };
}

/** Milliseconds until the next of these falls due; null when none will. */
export function untilNext(times: readonly string[], now: number): number | null {
  const lefts = times.map((at) => new Date(at).getTime() - now).filter((left) => left > 0);
  return lefts.length === 0 ? null : Math.min(...lefts);
}

function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function span(minutes: number, language: Language): string {
  const [unit, size]: [string, number] =
    minutes < 60 ? ['minute', 1] : minutes < 24 * 60 ? ['hour', 60] : ['day', 1_440];
  const format = new Intl.NumberFormat(LANGUAGE_TAGS[language], { style: 'unit', unit });
  return format.format(Math.floor(minutes / size));
}
