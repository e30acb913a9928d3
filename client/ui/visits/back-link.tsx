import './visits.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { ListSteps } from './list-steps';
import { useBack } from './use-back';

interface BackLinkProps {
  /** Where the page leads back to when it was opened by a link. */
  to: string;
  label: string;
  /** False on a page whose own list has the keys j and k. */
  keys?: boolean;
}

/** Over a page that was opened from another one: the way back, which Esc takes, and its place in the list it came from. */
export function BackLink({ to, label, keys = true }: BackLinkProps) {
  const { t } = useTranslation();
  const { origin, address, go, place, step } = useBack(to);
  useShortcut(SHORTCUTS.back, go);
  useEscInField();
  const isOwnList = address.split('?')[0] === to.split('?')[0];
  const title = origin?.title.replace(` · ${t('common:product')}`, '');
  return (
    <div className="page-back">
      <Link
        to={address}
        title="Esc"
        aria-keyshortcuts="Escape"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          go();
        }}
      >
        <span aria-hidden="true">←</span> {(!isOwnList && title) || label}
      </Link>
      {place && <ListSteps place={place} onStep={step} keys={keys} />}
    </div>
  );
}

/** Esc leaves a field before it leaves the page. */
function useEscInField(): void {
  useEffect(() => {
    const leave = ({ key, target, isComposing, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || defaultPrevented || !(target instanceof HTMLElement)) return;
      if (target.matches('#main input:not([role=combobox]), #main textarea')) target.blur();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, []);
}
