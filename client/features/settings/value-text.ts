import type { Language } from '../../../contract/codes';
import type { Words } from '../../i18n/use-words';
import { DASH, formatCount, formatMoney } from '../../lib/format';
import { LANGUAGE_TAGS } from '../../lib/language';
import type { Field, Value } from './values';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** @param day 1 Monday .. 7 Sunday */
export function weekday(day: number, language: Language): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { weekday: 'short', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return format.format(new Date(Date.UTC(2024, 0, day)));
}

/** A value as a reader says it: "450 points", "$10,000.00", "Mon, Tue". */
export function textOf({ kind, unit }: Field, value: Value, t: Words, language: Language): string {
  if (value === null) return DASH;
  if (Array.isArray(value)) {
    if (value.length === 0) return t('settings:value.none');
    const names = (value as readonly (number | string)[]).map((one) =>
      kind === 'days' ? weekday(Number(one), language) : t(`codes:relation.${one}`),
    );
    return new Intl.ListFormat(LANGUAGE_TAGS[language], { style: 'short', type: 'unit' }).format(names);
  }
  if (kind === 'yes') return t(value ? 'settings:value.yes' : 'settings:value.no');
  if (kind === 'money') return formatMoney(Number(value), language);
  if (kind === 'number') {
    const count = formatCount(Number(value), language);
    return unit ? t(`settings:count.${unit}`, { count: Number(value), shown: count }) : count;
  }
  return String(value);
}

/** `legalHours.known.from` is `legalHours-known-from` among the words: a dot divides keys there. */
export function wordOf(name: string): string {
  return name.replaceAll('.', '-');
}
