import { CASE_GROUP_NAMES } from '../../../../contract/codes';
import { useWords } from '../../../i18n/use-words';
import { formatCount } from '../../../lib/format';
import { useCaseCountsQuery } from '../cases-api';
import { DUES } from './list-question';

type Choice = Partial<Record<'group' | 'due' | 'contactable', string | undefined>>;

interface QuickFiltersProps {
  search: URLSearchParams;
  onChoose: (change: Choice) => void;
}

const NONE: Choice = { group: undefined, due: undefined, contactable: undefined };
const FIGURES = { now: 'dueNow', promisedToday: 'promisedToday', paidToday: 'paidToday' } as const;

/** What is due, and the menu's case states: one click each, a second click takes it back. */
export function QuickFilters({ search, onChoose }: QuickFiltersProps) {
  const { t, language } = useWords('cases', 'codes');
  const { data: counts } = useCaseCountsQuery();
  const due = search.get('due');
  const group = search.get('group');
  const contactable = search.get('contactable');
  const chip = (key: string, on: boolean, label: string, count: number | undefined, change: Choice) => ({
    key, on, label, count, change: on ? {} : change,
  }); // prettier-ignore
  const chips = [
    chip('all', !due && !group && !contactable, t('cases:quick.all'), undefined, {}),
    ...DUES.map((name) =>
      chip(name, due === name, t(`cases:quick.${name}`), counts?.[FIGURES[name]], { due: name }),
    ),
    chip('contactable', contactable === 'now', t('cases:quick.contactable'), counts?.contactableNow, {
      contactable: 'now',
    }),
    ...CASE_GROUP_NAMES.map((name) =>
      chip(name, group === name, t(`codes:case-group.${name}`), counts?.[name], { group: name }),
    ),
  ];
  return (
    <div className="quick-filters" role="group" aria-label={t('cases:quick.label')}>
      {chips.map(({ key, on, label, count, change }) => (
        <button
          key={key}
          type="button"
          className="quick-filter"
          aria-pressed={on}
          onClick={() => onChoose({ ...NONE, ...change })}
        >
          {label}
          {count !== undefined && <span className="figure quick-count">{formatCount(count, language)}</span>}
        </button>
      ))}
    </div>
  );
}
