import { PROMISE_LANES, PROMISE_PERIODS } from '../../../contract/promises';
import type { Filter } from '../../ui/list-page/question';

/** Those of everybody, and those of who has people below. */
export const OWN_FILTERS: readonly Filter[] = [
  { name: 'lane', kind: 'segments', choices: PROMISE_LANES, words: 'promises:lane' },
  { name: 'period', kind: 'choice', choices: PROMISE_PERIODS, words: 'promises:period' },
];
export const TEAM_FILTERS: readonly Filter[] = [
  ...OWN_FILTERS,
  { name: 'collectorId', kind: 'choice' },
  { name: 'groupId', kind: 'choice' },
  { name: 'queueId', kind: 'choice' },
];
