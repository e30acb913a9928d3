import { useNavigate, useParams, useSearchParams } from 'react-router';
import { IndicatorForm, type IndicatorRow } from '../../../contract/team/indicators';
import { addDays, businessDay } from '../../../contract/shared/date';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { EntityPage } from '../../ui/entity-form/entity-page';
import { type FieldGroup, fieldsOf, groupsOf } from '../../ui/entity-form/fields';
import { useDraft } from '../../ui/entity-form/use-draft';
import { flat, nested, type Values, type Version } from '../../ui/entity-form/values';
import { IndicatorTag, scopeOf } from './indicator-text';
import { useIndicatorQuery, useSaveIndicatorMutation } from './indicators-api';

const STEP = { of: 'method', unit: 'percent', decimals: 1 } as const;
const GROUPS = groupsOf(IndicatorForm, {
  scope: { institutionId: { kind: 'choice' }, queueId: { kind: 'choice', of: 'institutionId' } },
  target: {
    method: { words: 'indicators:method' },
    percent: STEP,
    amount: { of: 'method', kind: 'money' },
    ...{ 'buckets.dpd1': STEP, 'buckets.dpd8': STEP, 'buckets.dpd16': STEP },
    ...{ 'buckets.dpd31': STEP, 'buckets.dpd61': STEP, 'buckets.dpd91': STEP },
  },
  window: { effectiveFrom: { kind: 'day' }, effectiveTo: { kind: 'day' } },
});
const FIELDS = fieldsOf(GROUPS);

const NEW = {
  ...{ queueId: null, method: 'RATE_AMOUNT', percent: null, amount: null, effectiveTo: null },
  buckets: { dpd1: null, dpd8: null, dpd16: null, dpd31: null, dpd61: null, dpd91: null },
} as const;

const valuesOf = (row: IndicatorRow): Values => flat(IndicatorForm.parse(row));

/** A target and its days. Once it has begun only its last day changes; the next one begins with what it says. */
export function Component() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const like = Number(search.get('like'));
  return <Editor key={`${id} ${like}`} id={id ? Number(id) : null} like={like} />;
}

function Editor({ id, like }: { id: number | null; like: number }) {
  const { t } = useWords('indicators');
  const navigate = useNavigate();
  const { data: me } = useCurrentUserQuery();
  const today = businessDay(new Date(useNow()));
  const known = id ?? like;
  const answer = useIndicatorQuery(known, { skip: known === 0 });
  const row = answer.data;
  const [save] = useSaveIndicatorMutation();
  const mayManage = useMay('indicator:manage');
  const begun = id !== null && row?.state === 'IN_FORCE';
  const draft = useDraft({
    schema: IndicatorForm,
    fields: FIELDS,
    words: 'indicators',
    options: usePlaceOptions(),
    inForce:
      id === null ? fresh(addDays(today, 1), like === 0 ? me?.institutionId : row) : row && versionOf(row),
    readOnly: !mayManage || (id !== null && row?.state === 'PAST'),
    send: ({ version, values, clientRequestId }) =>
      save({ ...IndicatorForm.parse(nested(values)), clientRequestId, ...(id !== null && { id, version }) }),
    refetch: answer.refetch,
  });
  return (
    <EntityPage
      title={id === null ? t('indicators:new.title') : row ? scopeOf(row, t) : ''}
      back={{ to: '/indicators', label: t('indicators:list.title') }}
      extra={
        id !== null &&
        row && (
          <>
            <IndicatorTag state={row.state} />
            {mayManage && (
              <Button onClick={() => void navigate(`/add/indicator?like=${id}`)}>
                {t('indicators:next')}
              </Button>
            )}
          </>
        )
      }
      answer={answer}
      draft={draft}
      groups={groupsFor(draft?.values['method'], begun)}
      onSaved={() => void navigate('/indicators')}
    />
  );
}

/** Target fields that the method needs; of one that has begun only the last day can be changed. */
function groupsFor(method: unknown, begun: boolean): FieldGroup[] {
  const isAsked = (name: string) => {
    if (name === 'percent') return method === 'RATE_AMOUNT' || method === 'RATE_CASES';
    if (name === 'amount') return method === 'FIXED_AMOUNT';
    return !name.startsWith('buckets.') || method === 'BUCKETED';
  };
  return GROUPS.map(({ id, fields }) => ({
    id,
    fields: fields
      .filter(({ name }) => isAsked(name))
      .map((field) => ({ ...field, fixed: begun && field.name !== 'effectiveTo' })),
  }));
}

function versionOf(row: IndicatorRow): Version {
  return { version: row.version, by: row.updatedBy, at: row.updatedAt, values: valuesOf(row) };
}

/** @param from an institution to begin with, or the indicator that it follows; undefined while it is not known yet */
function fresh(tomorrow: string, from: number | IndicatorRow | undefined): Version | undefined {
  if (from === undefined) return undefined;
  if (typeof from === 'number')
    return {
      version: 0,
      isNew: true,
      values: flat({ ...NEW, institutionId: from, effectiveFrom: tomorrow }),
    };
  const after = from.effectiveTo ? addDays(from.effectiveTo, 1) : tomorrow;
  const effectiveFrom = after > tomorrow ? after : tomorrow;
  return { version: 0, isNew: true, values: { ...valuesOf(from), effectiveFrom, effectiveTo: null } };
}
