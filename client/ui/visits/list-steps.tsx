import './visits.css';
import { useTranslation } from 'react-i18next';
import { Link, type To } from 'react-router';
import { useLanguage } from '../../i18n/use-language';
import { formatTotal } from '../../lib/capped-count';
import { formatCount } from '../../lib/format';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import type { ListedRow, ListPlace } from '../../state/visits';
import type { Direction } from './page-turn';

interface ListStepsProps {
  place: ListPlace;
  addressOf?: (row: ListedRow) => To;
  onStep: (by: Direction) => void;
  /** False on a page whose own list has the keys j and k. */
  keys?: boolean;
}

/** "3 of 12" in the list that the page was opened from, and the ways to the rows beside it. */
export function ListSteps({ place, addressOf = ({ path }) => path, onStep, keys = true }: ListStepsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  useShortcut(SHORTCUTS['next-row'], () => onStep(1), keys);
  useShortcut(SHORTCUTS['previous-row'], () => onStep(-1), keys);
  const step = (by: Direction, sign: string, row: ListedRow | null, isBeyond: boolean) => {
    const label = t(by > 0 ? 'common:place.next' : 'common:place.previous');
    const text = <span aria-hidden="true">{sign}</span>;
    const name = { className: 'list-step', 'aria-label': label, title: label };
    if (row)
      return (
        <Link
          {...name}
          to={addressOf(row)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onStep(by);
          }}
        >
          {text}
        </Link>
      );
    return (
      <button {...name} type="button" disabled={!isBeyond} onClick={() => onStep(by)}>
        {text}
      </button>
    );
  };
  const { at, of, previous, next, less, more } = place;
  return (
    <nav className="list-place" aria-label={t('common:place.label')}>
      {step(-1, '‹', previous, less)}
      <span className="figure">
        {t('common:place.of', { at: formatCount(at, language), of: formatTotal(of, language) })}
      </span>
      {step(1, '›', next, more)}
    </nav>
  );
}
