import { useTranslation } from 'react-i18next';
import type { CasePage } from '../../../../contract/cases/cases';
import { CloseIcon } from '../../../ui/icons';
import type { CaseListArgs } from '../cases-api';

interface FilterChipsProps {
  query: CaseListArgs;
  answer: CasePage | undefined;
  onRemove: (name: 'ownerId' | 'group') => void;
}

/** Filters of a link that no field of the form shows: each is named, and removed by a click. */
export function FilterChips({ query: { ownerId, group }, answer, onRemove }: FilterChipsProps) {
  const { t } = useTranslation(['cases', 'codes']);
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
