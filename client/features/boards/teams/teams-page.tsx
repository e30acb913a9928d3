import '../board.css';
import '../board-seats.css';
import './teams.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { BoardGroup } from '../../../../contract/team/boards';
import { Button } from '../../../ui/button';
import { EmptyState, ErrorState, PanelSkeleton } from '../../../ui/states';
import { PageHeader } from '../../../ui/page-header';
import { BackLink } from '../../../ui/visits/back-link';
import { useBoardGroupsQuery } from '../boards-api';
import { TeamCard } from './team-card';

/** Teams side by side, live. Which of them is in the address. */
export function Component() {
  const { t } = useTranslation('boards');
  const { data: groups, error, refetch } = useBoardGroupsQuery();
  const { chosen, toggle } = useChosen(groups ?? []);
  return (
    <div className="page teams">
      <BackLink to="/dashboard" label={t('boards:title')} />
      <PageHeader title={t('boards:teams.title')} />
      {!groups &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={10} />)}
      {groups?.length === 0 && <EmptyState title={t('boards:no-group')} hint={t('boards:no-group-hint')} />}
      {groups && groups.length > 0 && (
        <>
          <div className="teams-choice" role="group" aria-label={t('boards:teams.choose')}>
            {groups.map((group) => (
              <Button
                key={group.id}
                small
                aria-pressed={chosen.has(group.id)}
                onClick={() => toggle(group.id)}
              >
                {group.name}
              </Button>
            ))}
          </div>
          <ul className="teams-cards">
            {groups
              .filter(({ id }) => chosen.has(id))
              .map((group) => (
                <TeamCard key={group.id} group={group} />
              ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** All of them, unless the address names some. */
function useChosen(groups: readonly BoardGroup[]) {
  const [search, setSearch] = useSearchParams();
  const named = (search.get('teams') ?? '').split(',').map(Number);
  const some = groups.filter(({ id }) => named.includes(id));
  const chosen = new Set((some.length > 0 ? some : groups).map(({ id }) => id));
  const toggle = (id: number) => {
    const next = groups.filter((group) => (group.id === id) !== chosen.has(group.id));
    const all = next.length === 0 || next.length === groups.length;
    setSearch(all ? {} : { teams: next.map((group) => group.id).join(',') }, { replace: true });
  };
  return { chosen, toggle };
}
