import '../../ui/list-page/list-page.css';
import './monitoring.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import {
  BEHAVIOUR_GROUPINGS,
  BEHAVIOUR_TYPES,
  type BehaviourGroupQuery,
} from '../../../contract/supervision/behaviour';
import { CALL_GROUPINGS, type CallGroupQuery } from '../../../contract/contact/calls';
import { businessDay } from '../../../contract/shared/date';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { useMay } from '../../api/session-api';
import { useWatch } from '../../realtime/hooks';
import { useNow } from '../../state/clock';
import { ExportButton } from '../../ui/exports/export-button';
import { FilterBar } from '../../ui/list-page/filter-bar';
import { type Filter, type ListQuery, readListQuery, writeListQuery } from '../../ui/list-page/list-query';
import { PageHeader } from '../../ui/page-header';
import { useViolation } from '../../domain/announcements/use-violation';
import { useBehaviourFeedQuery } from './behaviour-feed-api';
import { useCallFeedQuery } from './call-feed-api';
import { BEHAVIOUR_COLUMNS, CALL_COLUMNS } from './feed-columns';
import type { BehaviourArgs, CallArgs } from './feed-rows';
import { FeedTable } from './feed-table';
import { LiveCalls } from './live-calls';
import { GroupedBehaviour, GroupedCalls } from './grouped';
import { exportCall, useMonitoredTeamsQuery, withoutPages } from './monitoring-api';
import { seenInBehaviour, seenInCall, violationColumn } from './seen';

const VIEW: Filter = {
  name: 'view',
  kind: 'segments',
  choices: ['behaviour', 'calls'],
  words: 'monitoring:view',
};
const WHERE: readonly Filter[] = [
  { name: 'groupId', kind: 'choice' },
  { name: 'dateFrom', kind: 'day' },
  { name: 'dateTo', kind: 'day' },
];
const OF_BEHAVIOUR: readonly Filter[] = [
  VIEW,
  { name: 'username' },
  { name: 'loanId' },
  { name: 'address' },
  { name: 'type', kind: 'choice', choices: BEHAVIOUR_TYPES, words: 'monitoring:type' },
  { name: 'pages', kind: 'segments', choices: ['hidden', 'shown'], words: 'monitoring:pages' },
  ...WHERE,
  { name: 'by', kind: 'choice', choices: BEHAVIOUR_GROUPINGS, words: 'monitoring:by' },
];
const OF_CALLS: readonly Filter[] = [
  VIEW,
  { name: 'username' },
  { name: 'loanId' },
  { name: 'phone' },
  { name: 'number', kind: 'kept' },
  ...WHERE,
  { name: 'by', kind: 'choice', choices: CALL_GROUPINGS, words: 'monitoring:by' },
];

/** Live monitoring: behaviour and calls, each by itself. */
export function Component() {
  const { t } = useTranslation(['monitoring', 'calls', 'codes', 'borrowers']);
  const [search, setSearch] = useSearchParams();
  const today = businessDay(new Date(useNow(null)));
  const mayExport = useMay('monitor:export');
  const view = search.get('view') === 'calls' ? 'calls' : 'behaviour';
  const filters = view === 'calls' ? OF_CALLS : OF_BEHAVIOUR;
  const query = readListQuery(search, filters, [], PAGE_SIZE.table);
  const teams = useMonitoredTeamsQuery();
  const groupId = query['groupId'] === undefined ? undefined : Number(query['groupId']);
  useWatch({ topic: 'monitoring', groupId: groupId ?? null });
  const ask = (change: Parameters<typeof writeListQuery>[1]) => setSearch(writeListQuery(search, change));
  const options = { groupId: (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name })) };
  return (
    <div className="page monitoring-page">
      <PageHeader
        title={t('monitoring:title')}
        extra={mayExport && <ExportButton call={exportCall(view, query)} file={`${view}-${today}.csv`} />}
      />
      <FilterBar filters={filters} words="monitoring" options={options} query={query} onFilter={ask} />
      {view === 'calls' ? (
        <Calls query={query} groupId={groupId} onPage={(page) => ask({ page })} />
      ) : (
        <Behaviour query={query} groupId={groupId} onPage={(page) => ask({ page })} />
      )}
    </div>
  );
}

interface ViewProps {
  query: ListQuery;
  groupId: number | undefined;
  onPage: (page: number) => void;
}

function Behaviour({ query, groupId, onPage }: ViewProps) {
  const { username, loanId, address, type, dateFrom, dateTo, by, page, size } = query;
  const without = withoutPages(query);
  const args = { username, loanId, address, type, without, groupId, dateFrom, dateTo } as BehaviourArgs;
  const grouped = { args, page, size, onPage };
  return by ? (
    <GroupedBehaviour {...grouped} by={by as BehaviourGroupQuery['by']} />
  ) : (
    <BehaviourFeed args={args} />
  );
}

function Calls({ query, groupId, onPage }: ViewProps) {
  const { t } = useTranslation('monitoring');
  const { username, loanId, phone, number, dateFrom, dateTo, by, page, size } = query;
  const args = { username, loanId, phone, number, groupId, dateFrom, dateTo } as CallArgs;
  const grouped = { args, page, size, onPage };
  return (
    <>
      <p className="list-above">
        <Link to="/wrongParties">{t('monitoring:wrongParties')}</Link>
      </p>
      <LiveCalls groupId={groupId} />
      {by ? <GroupedCalls {...grouped} by={by as CallGroupQuery['by']} /> : <CallFeed args={args} />}
    </>
  );
}

function BehaviourFeed({ args }: { args: BehaviourArgs }) {
  const { may, offered, ask, dialog } = useViolation();
  const columns = useMemo(
    () =>
      may
        ? [...BEHAVIOUR_COLUMNS, violationColumn('userId', seenInBehaviour, { offered, ask })]
        : BEHAVIOUR_COLUMNS,
    [may, offered, ask],
  );
  return (
    <>
      <FeedTable
        id="behaviour"
        answer={useBehaviourFeedQuery(args)}
        queryKey={JSON.stringify(args)}
        columns={columns}
        rowId={behaviourId}
        open={({ id }) => `/behaviorDetail/${id}`}
      />
      {dialog}
    </>
  );
}

function CallFeed({ args }: { args: CallArgs }) {
  const { may, offered, ask, dialog } = useViolation();
  const columns = useMemo(
    () => (may ? [...CALL_COLUMNS, violationColumn('agentId', seenInCall, { offered, ask })] : CALL_COLUMNS),
    [may, offered, ask],
  );
  return (
    <>
      <FeedTable
        id="calls"
        answer={useCallFeedQuery(args)}
        queryKey={JSON.stringify(args)}
        columns={columns}
        rowId={callId}
        open={(row) => (row.recording ? `/recording/${row.callId}` : null)}
      />
      {dialog}
    </>
  );
}

const behaviourId = ({ id }: { id: number }) => String(id);
const callId = (row: { callId: number }) => String(row.callId);
