import type { Role } from '../../../contract/codes';
import { PROMISE_HOURS, PROMISE_LANES, PROMISE_PERIODS } from '../../../contract/cases/promises';
import type { Filter } from '../../ui/list-page/list-query';

const LANE: Filter = { name: 'lane', kind: 'segments', choices: PROMISE_LANES, words: 'promises:lane' };
const PERIOD: Filter = {
  name: 'period',
  kind: 'choice',
  choices: PROMISE_PERIODS,
  words: 'promises:period',
};
const HOURS: Filter = {
  name: 'hours',
  kind: 'choice',
  choices: PROMISE_HOURS.map(String),
  words: 'promises:hours',
};
/** Filters for viewers with people below. */
const PLACES: readonly Filter[] = [
  { name: 'collectorId', kind: 'choice' },
  { name: 'groupId', kind: 'choice' },
  { name: 'queueId', kind: 'choice' },
];
/** All that the address may ask, whatever is offered. */
export const FILTERS: readonly Filter[] = [LANE, HOURS, PERIOD, ...PLACES];

/** Promises that end soon are filtered by hours, ended ones by their period. A leader has one team. */
export function filtersOf(
  lane: string | null,
  role: Role | undefined,
  mayChoose: boolean,
): readonly Filter[] {
  const places = PLACES.filter(({ name }) => mayChoose && (role !== 'leader' || name !== 'groupId'));
  return [LANE, lane === 'soon' ? HOURS : PERIOD, ...places];
}
