import './presence-page.css';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useWatch } from '../../realtime/hooks';
import { useNow } from '../../state/clock';
import { GenericSelect } from '../../ui/generic-select';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { PresenceSums } from '../../domain/presence/presence-mark';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { PresenceDay } from './presence-day';
import { PresencePeople } from './presence-people';
import { readAddress } from './presence-address';
import { usePresenceTimelineQuery } from '../../domain/presence/presence-day-api';
import { usePresenceOfTeamQuery } from './presence-api';

/** Availability of a team, and one person's day; a viewer who leads nobody sees the own day. */
export function Component() {
  const { t } = useTranslation('presence');
  const leads = useMay('board:read');
  const { data: user } = useCurrentUserQuery();
  if (!user) return <PanelSkeleton lines={8} />;
  return leads ? (
    <TeamPresence />
  ) : (
    <div className="page presence-page">
      <PageHeader title={t('presence:own')} />
      <OwnDay />
    </div>
  );
}

function useAddress() {
  return readAddress(useParams(), new Date(useNow()));
}

function OwnDay() {
  const { collectorId, date } = useAddress();
  return <PresenceDay collectorId={collectorId} date={date} />;
}

function TeamPresence() {
  const { t } = useTranslation(['presence', 'boards']);
  const { collectorId, date } = useAddress();
  const { groupId, choices } = useTeam(collectorId);
  const navigate = useNavigate();
  useWatch(groupId === undefined ? null : { topic: 'board', groupId });
  const team = usePresenceOfTeamQuery(groupId ?? 0, { skip: groupId === undefined });
  const people = team.currentData?.result;
  const shown = collectorId ?? people?.[0]?.collectorId;
  return (
    <div className="page presence-page">
      <BackLink to="/dashboard" label={t('boards:title')} />
      <PageHeader
        title={t('presence:title')}
        beside={
          <>
            {choices.length > 1 && (
              <GenericSelect
                label={t('presence:team')}
                choices={choices}
                value={groupId}
                onChange={(next) => void navigate(`/presence?groupId=${next}`)}
                clearable={false}
                className="presence-team"
              />
            )}
            {people && <PresenceSums states={people.map(({ state }) => state)} />}
          </>
        }
      />
      {team.error && !people ? (
        <ErrorState error={team.error} onRetry={() => void team.refetch()} />
      ) : people?.length === 0 ? (
        <EmptyState title={t('presence:nobody')} hint={t('presence:nobody-hint')} />
      ) : (
        <div className="presence-columns">
          <PresencePeople people={people} shown={shown} date={date} />
          {shown !== undefined && <PresenceDay key={shown} collectorId={shown} date={date} />}
        </div>
      )}
    </div>
  );
}

/** A leader's own team; else the one in the address, that of the person in it, or the first. */
function useTeam(collectorId: number | undefined) {
  const [search] = useSearchParams();
  const { data: user } = useCurrentUserQuery();
  const all = usePlaceOptions()().groupId;
  const named = Number(search.get('groupId'));
  const chosen = all.find(({ value }) => value === named)?.value;
  const isSought = user?.role !== 'leader' && collectorId !== undefined && chosen === undefined;
  const { data: day } = usePresenceTimelineQuery({ collectorId }, { skip: !isSought });
  if (user?.role === 'leader') return { groupId: user.groupId ?? undefined, choices: [] };
  const first = collectorId === undefined ? all[0]?.value : undefined;
  return { groupId: chosen ?? day?.groupId ?? first, choices: all };
}
