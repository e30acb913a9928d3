import { WEIGHT_RANGES, type Weights } from '../../../contract/priorities';
import type { Field } from './values';

const points = (name: keyof Weights): Field => ({
  name,
  kind: 'number',
  unit: 'points',
  range: WEIGHT_RANGES.points,
});
const RANGE_OF_MONEY = [1, 9_000_000_000_000] as const;

/** In the order in which a reader thinks of them: what moves a case up, what lets it wait. */
export const WEIGHT_GROUPS = [
  {
    id: 'up',
    fields: [
      points('promiseToday'),
      points('followUpDue'),
      points('brokenPromise'),
      points('amount'),
      { name: 'fullAmount', sub: true, kind: 'money', range: RANGE_OF_MONEY },
      points('daysPastDue'),
      { name: 'fullDays', sub: true, kind: 'number', unit: 'days', range: WEIGHT_RANGES.fullDays },
      points('untouched'),
      {
        name: 'fullUntouchedDays',
        sub: true,
        kind: 'number',
        unit: 'days',
        range: WEIGHT_RANGES.fullUntouchedDays,
      },
      points('contactable'),
    ],
  },
  {
    id: 'wait',
    fields: [
      points('onHold'),
      points('promised'),
      points('justTouched'),
      { name: 'restHours', sub: true, kind: 'number', unit: 'hours', range: WEIGHT_RANGES.restHours },
    ],
  },
] as const satisfies readonly { id: string; fields: readonly Field[] }[];

export const WEIGHT_FIELDS: readonly Field[] = WEIGHT_GROUPS.flatMap(
  ({ fields }): readonly Field[] => fields,
);
