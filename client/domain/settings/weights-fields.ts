import { Weights } from '../../../contract/cases/priorities';
import { groupsOf } from '../../ui/entity-form/fields';

const points = { unit: 'points' } as const;
const days = { sub: true, unit: 'days' } as const;

/** In the order in which a reader thinks of them: what moves a case up, what lets it wait. */
export const WEIGHT_GROUPS = groupsOf(Weights, {
  up: {
    promiseToday: points,
    followUpDue: points,
    brokenPromise: points,
    amount: points,
    fullAmount: { sub: true, kind: 'money' },
    daysPastDue: points,
    fullDays: days,
    untouched: points,
    fullUntouchedDays: days,
    contactable: points,
  },
  wait: {
    onHold: points,
    promised: points,
    justTouched: points,
    restHours: { sub: true, unit: 'hours' },
  },
});
