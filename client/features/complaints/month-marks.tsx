import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { MonthState } from '../../../contract/supervision/complaint-months';
import { useCurrentUserQuery } from '../../api/session-api';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { GenericSelect } from '../../ui/generic-select';
import { Tag, type Tone } from '../../ui/status-tag';

const TONES: Record<MonthState, Tone> = {
  RUNNING: 'muted',
  OPEN: 'warn',
  LATE: 'bad',
  CONFIRMED: 'good',
  CHANGED: 'warn',
};

export function MonthTag({ state }: { state: MonthState }) {
  const { t } = useTranslation('complaint-months');
  return <Tag tone={TONES[state]}>{t(`complaint-months:state.${state}`)}</Tag>;
}

/** The institution in the address; without one the viewer's own. */
export function useMonthPlace(): number | undefined {
  const [search] = useSearchParams();
  const { data: me } = useCurrentUserQuery();
  return Number(search.get('institutionId')) || me?.institutionId;
}

/** Chooses among the institutions that the viewer sees, where there are several. */
export function PlaceChoice() {
  const { t } = useTranslation('complaint-months');
  const [search, setSearch] = useSearchParams();
  const institutionId = useMonthPlace();
  const { institutionId: places = [] } = usePlaceOptions()();
  if (places.length < 2) return null;
  return (
    <GenericSelect
      label={t('common:field.institutionId')}
      choices={places}
      value={institutionId}
      onChange={(id) => {
        const next = new URLSearchParams(search);
        next.set('institutionId', String(id));
        setSearch(next, { replace: true });
      }}
      className="month-place"
    />
  );
}
