import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IndicatorForm, type IndicatorRow } from '../../../contract/team/indicators';
import { addDays } from '../../../contract/shared/date';
import { useMay } from '../../api/session-api';
import { Button } from '../../ui/button';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import type { FieldGroup } from '../../ui/entity-form/fields';
import type { Values } from '../../ui/entity-form/values';
import { IndicatorTag, scopeOf } from './indicator-text';
import { indicatorCalls } from './indicators-api';

const STEP = { of: 'method', unit: 'percent', decimals: 1 } as const;

/** A target and its days. Once it has begun only its last day changes; the next one begins with what it says. */
export const Component = entityScreen({
  ...indicatorCalls,
  words: 'indicators',
  schema: IndicatorForm,
  layout: {
    scope: { institutionId: { kind: 'choice' }, queueId: { kind: 'choice', of: 'institutionId' } },
    target: {
      method: { words: 'indicators:method' },
      percent: STEP,
      amount: { of: 'method', kind: 'money' },
      ...{ 'buckets.dpd1': STEP, 'buckets.dpd8': STEP, 'buckets.dpd16': STEP },
      ...{ 'buckets.dpd31': STEP, 'buckets.dpd61': STEP, 'buckets.dpd91': STEP },
    },
    window: { effectiveFrom: { kind: 'day' }, effectiveTo: { kind: 'day' } },
  },
  may: 'indicator:manage',
  list: '/indicators',
  useOptions: usePlaceOptions,
  title: scopeOf,
  blank: ({ institutionId }, effectiveFrom) => ({
    ...{ institutionId, queueId: null, method: 'RATE_AMOUNT', percent: null, amount: null },
    buckets: { dpd1: null, dpd8: null, dpd16: null, dpd31: null, dpd61: null, dpd91: null },
    ...{ effectiveFrom, effectiveTo: null },
  }),
  next: ({ effectiveTo }, tomorrow) => {
    const after = effectiveTo ? addDays(effectiveTo, 1) : tomorrow;
    return { effectiveFrom: after > tomorrow ? after : tomorrow, effectiveTo: null };
  },
  follows: true,
  isFixed: ({ state }) => state === 'PAST',
  groupsFor,
  Extra,
});

function Extra({ row: { id, state } }: { row: IndicatorRow }) {
  const { t } = useTranslation('indicators');
  const navigate = useNavigate();
  return (
    <>
      <IndicatorTag state={state} />
      {useMay('indicator:manage') && (
        <Button onClick={() => void navigate(`/add/indicator?like=${id}`)}>{t('indicators:next')}</Button>
      )}
    </>
  );
}

/** Target fields that the method needs; of one that has begun only the last day can be changed. */
function groupsFor(
  groups: readonly FieldGroup[],
  { method }: Values,
  row: IndicatorRow | null,
): FieldGroup[] {
  const begun = row?.state === 'IN_FORCE';
  const isSought = (name: string) => {
    if (name === 'percent') return method === 'RATE_AMOUNT' || method === 'RATE_CASES';
    if (name === 'amount') return method === 'FIXED_AMOUNT';
    return !name.startsWith('buckets.') || method === 'BUCKETED';
  };
  return groups.map(({ id, fields }) => ({
    id,
    fields: fields
      .filter(({ name }) => isSought(name))
      .map((field) => ({ ...field, fixed: begun && field.name !== 'effectiveTo' })),
  }));
}
