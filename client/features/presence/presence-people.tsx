import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { PresenceRow } from '../../../contract/team/presence';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { PresenceMark } from '../../domain/presence/presence-mark';
import { PanelSkeleton } from '../../ui/states';
import { StoppedTag } from '../../domain/stops/stop-mark';
import { Age } from '../../ui/dates/time';
import { writeAddress } from './presence-address';

interface PresencePeopleProps {
  people: readonly PresenceRow[] | undefined;
  shown: number | undefined;
  date: string | undefined;
}

/** The team by name, each with what the person does now. The keys of a list's rows go from one to the next. */
export function PresencePeople({ people, shown, date }: PresencePeopleProps) {
  const { t } = useTranslation('presence');
  const { search } = useLocation();
  const navigate = useNavigate();
  // Keys come faster than pages are drawn: each goes on from where the one before leads.
  const aim = useRef<number | null>(null);
  useEffect(() => {
    if (shown === aim.current) aim.current = null;
  });
  const step = (by: number) => {
    const from = aim.current ?? shown;
    const at = people?.findIndex(({ collectorId }) => collectorId === from) ?? -1;
    const next = people?.[at + by];
    if (!next) return;
    aim.current = next.collectorId;
    void navigate(writeAddress(next.collectorId, date) + search);
  };
  useShortcut(SHORTCUTS['next-row'], () => step(1));
  useShortcut(SHORTCUTS['previous-row'], () => step(-1));
  if (!people) return <PanelSkeleton lines={8} />;
  return (
    <nav className="presence-panel presence-people" aria-label={t('presence:people')}>
      <ul>
        {people.map(({ collectorId, name, state, since }) => (
          <li key={collectorId}>
            <Link
              to={writeAddress(collectorId, date) + search}
              onClick={() => (aim.current = null)}
              className={collectorId === shown ? 'presence-person presence-shown' : 'presence-person'}
              aria-current={collectorId === shown ? 'page' : undefined}
            >
              <PresenceMark state={state} since={since} />
              <span className="presence-name">{name}</span>
              <StoppedTag userId={collectorId} />
              {since && (
                <span className="muted">
                  <Age since={since} until={null} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
