import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language';
import { formatTotal } from '../../../lib/capped-count';
import { type CaseListArgs, useCaseCountsQuery } from '../cases-api';
import { DUES } from './case-list-query';

type Choice = Partial<Record<'group' | 'due' | 'contactable', string | undefined>>;

interface QuickFiltersProps {
  query: CaseListArgs;
  onChoose: (change: Choice) => void;
}

const NONE: Choice = { group: undefined, due: undefined, contactable: undefined };
const FIGURES = { now: 'dueNow', promisedToday: 'promisedToday', paidToday: 'paidToday' } as const;

/** Due cases, in one click each instead of the menu's case state; a second click takes it back. */
export function QuickFilters({ query, onChoose }: QuickFiltersProps) {
  const { t } = useTranslation('cases');
  const language = useLanguage();
  const { due, group, contactable, ownerId } = query;
  const { currentData: counts } = useCaseCountsQuery({ ownerId });
  const chip = (key: string, on: boolean, count: number | undefined, change: Choice) => ({
    key,
    on,
    count,
    change: on ? {} : change,
  });
  const chips = [
    chip('all', !due && !group && !contactable, undefined, {}),
    ...DUES.map((name) => chip(name, due === name, counts?.[FIGURES[name]], { due: name })),
    chip('contactable', contactable === 'now', counts?.contactableNow, { contactable: 'now' }),
  ];
  return (
    <div className="quick-filters" role="group" aria-label={t('cases:quick.label')}>
      {chips.map(({ key, on, count, change }) => (
        <button
          key={key}
          type="button"
          className="quick-filter"
          aria-pressed={on}
          onClick={() => onChoose({ ...NONE, ...change })}
        >
          {t(`cases:quick.${key}`)}
          {key !== 'all' && (
            <span className="figure quick-count">{count !== undefined && formatTotal(count, language)}</span>
          )}
        </button>
      ))}
    </div>
  );
}
