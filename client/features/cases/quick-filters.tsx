import { CASE_GROUP_NAMES } from '../../../contract/codes';
import { useWords } from '../../i18n/use-words';
import { formatCount } from '../../lib/format';
import { useCaseCountsQuery } from './cases-api';

interface QuickFiltersProps {
  search: URLSearchParams;
  onChoose: (change: { group?: string | undefined; due?: string | undefined }) => void;
}

/** What is due, and the menu's case states: one click each, a second click takes it back. */
export function QuickFilters({ search, onChoose }: QuickFiltersProps) {
  const { t, language } = useWords('cases', 'codes');
  const { data: counts } = useCaseCountsQuery();
  const due = search.get('due');
  const group = search.get('group');
  const chips = [
    { key: 'all', on: !due && !group, label: t('cases:quick.all'), count: undefined, change: {} },
    ...(['now', 'promisedToday'] as const).map((name) => ({
      key: name,
      on: due === name,
      label: t(`cases:quick.${name}`),
      count: counts?.[name === 'now' ? 'dueNow' : name],
      change: { due: due === name ? undefined : name },
    })),
    ...CASE_GROUP_NAMES.map((name) => ({
      key: name,
      on: group === name,
      label: t(`codes:case-group.${name}`),
      count: counts?.[name],
      change: { group: group === name ? undefined : name },
    })),
  ];
  return (
    <div className="quick-filters" role="group" aria-label={t('cases:quick.label')}>
      {chips.map(({ key, on, label, count, change }) => (
        <button
          key={key}
          type="button"
          className="quick-filter"
          aria-pressed={on}
          onClick={() => onChoose({ group: undefined, due: undefined, ...change })}
        >
          {label}
          {count !== undefined && <span className="figure quick-count">{formatCount(count, language)}</span>}
        </button>
      ))}
    </div>
  );
}
