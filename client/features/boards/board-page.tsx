import './board.css';
import './board-seats.css';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useNow } from '../../state/clock';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Board } from './board';
import { type BoardAddress, readAddress } from './board-address';
import { useBoardGroupsQuery } from './boards-api';

export function Component() {
  const params = useParams();
  const [search] = useSearchParams();
  return <FirstOf address={readAddress(params, search, new Date(useNow()))} />;
}

const WALLBOARD = readAddress({}, new URLSearchParams('wall=1'), new Date(0));

/** Today's board of the only team, whatever the address says: nothing on it leads away. */
export function Wallboard() {
  return <FirstOf address={WALLBOARD} isWallboard />;
}

function FirstOf({ address, isWallboard = false }: { address: BoardAddress; isWallboard?: boolean }) {
  const { t } = useTranslation('boards');
  const { data: groups, error, refetch } = useBoardGroupsQuery();
  if (!groups) {
    return (
      <div className="page">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={10} />}
      </div>
    );
  }
  const group = groups.find(({ id }) => id === address.groupId) ?? groups[0];
  if (!group) return <EmptyState title={t('boards:no-group')} hint={t('boards:no-group-hint')} />;
  return <Board group={group} groups={groups} address={address} isWallboard={isWallboard} />;
}
