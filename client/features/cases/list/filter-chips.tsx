import type { CasePage } from '../../../../contract/cases/cases';
import { useWords } from '../../../i18n/use-words';
import { CloseIcon } from '../../../ui/icons';
import type { ListQuestion } from '../cases-api';

interface FilterChipsProps {
  question: ListQuestion;
  answer: CasePage | undefined;
  onRemove: (name: 'ownerId' | 'group') => void;
}

/** Filters of a link that no field of the form shows: each is named, and removed by a click. */
export function FilterChips({ question: { ownerId, group }, answer, onRemove }: FilterChipsProps) {
  const { t } = useWords('cases', 'codes');
  const chips = [
    { name: 'ownerId', value: ownerId && (answer?.ofCollector ?? `#${ownerId}`), of: 'ownerName' },
    { name: 'group', value: group && t(`codes:case-group.${group}`), of: 'status' },
  ] as const;
  return chips.map(
    ({ name, value, of }) =>
      value && (
        <button
          key={name}
          type="button"
          className="filter-chip"
          aria-label={t('cases:filter.remove', { filter: `${t(`cases:column.${of}`)}: ${value}` })}
          onClick={() => onRemove(name)}
        >
          <span className="muted">{t(`cases:column.${of}`)}</span> {value}
          <CloseIcon />
        </button>
      ),
  );
}
