import './board.css';
import './board-seats.css';
import { useParams, useSearchParams } from 'react-router';
import { useWords } from '../../i18n/use-words';
import { useNow } from '../../state/clock';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Board } from './board';
import { readAddress } from './board-address';
import { useBoardGroupsQuery } from './boards-api';

export function Component() {
  const { t } = useWords('boards');
  const params = useParams();
  const [search] = useSearchParams();
  const { data: groups, error, refetch } = useBoardGroupsQuery();
  const address = readAddress(params, search, new Date(useNow()));
  if (!groups) {
    return (
      <div className="page">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={10} />}
      </div>
    );
  }
  const group = groups.find(({ id }) => id === address.groupId) ?? groups[0];
  if (!group) return <EmptyState title={t('boards:no-group')} hint={t('boards:no-group-hint')} />;
  return <Board group={group} groups={groups} address={address} />;
}
