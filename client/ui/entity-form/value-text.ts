import type { TFunction } from 'i18next';
import type { Language } from '../../../contract/codes';
import { DASH, formatCount, formatDay, formatMoney, formatTime } from '../../lib/format';
import { LANGUAGE_TAGS } from '../../lib/language';
import type { Choice } from '../generic-select';
import type { Field } from './fields';
import { isEmpty, type Value } from './values';

/** A page's choices for fields where the contract has none: its institutions, groups and queues. */
export type Options = Readonly<Record<string, readonly Choice<number | string>[]>>;

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** @param day 1 Monday .. 7 Sunday */
export function weekday(day: number, language: Language): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { weekday: 'short', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return format.format(new Date(Date.UTC(2024, 0, day)));
}

export function choicesOf(
  { name, kind, choices, words }: Field,
  t: TFunction,
  language: Language,
  options: Options = {},
): readonly Choice<number | string>[] {
  if (options[name]) return options[name];
  if (kind === 'weekdays') return WEEKDAYS.map((day) => ({ value: day, label: weekday(day, language) }));
  return (choices ?? []).map((value) => ({ value, label: words ? t(`${words}.${value}`) : value }));
}

/** A value as a reader says it: "450 points", "$10,000.00", "Mon, Tue". */
export function textOf(
  field: Field,
  value: Value,
  t: TFunction,
  language: Language,
  options?: Options,
): string {
  const { kind, unit } = field;
  if (Array.isArray(value)) {
    if (value.length === 0) return t('forms:value.none');
    const names = (value as readonly (number | string)[]).map((one) =>
      kind === 'days' ? formatDay(String(one), language) : nameOf(field, one, t, language, options),
    );
    return new Intl.ListFormat(LANGUAGE_TAGS[language], { style: 'short', type: 'unit' }).format(names);
  }
  if (kind === 'yes') return t(value ? 'forms:value.yes' : 'forms:value.no');
  if (isEmpty(value)) return DASH;
  if (kind === 'choice') return nameOf(field, value as number | string, t, language, options);
  if (kind === 'money') return formatMoney(Number(value), language);
  if (kind === 'day') return formatDay(String(value), language);
  if (kind === 'time') return formatTime(String(value), language);
  if (kind === 'picture') return t('forms:value.picture');
  if (kind === 'number') {
    const count = formatCount(Number(value), language);
    return unit ? t(`forms:count.${unit}`, { count: Number(value), shown: count }) : count;
  }
  return String(value);
}

function nameOf(
  field: Field,
  value: number | string,
  t: TFunction,
  language: Language,
  options?: Options,
): string {
  return choicesOf(field, t, language, options).find((each) => each.value === value)?.label ?? String(value);
}
