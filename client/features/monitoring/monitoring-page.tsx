import '../../ui/list-page/list-page.css';
import './monitoring.css';
import { useSearchParams } from 'react-router';
import { BEHAVIOUR_FOLDS, BEHAVIOUR_TYPES, type BehaviourFoldQuery } from '../../../contract/behaviour';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { useWords } from '../../i18n/use-words';
import { useWatch } from '../../realtime/hooks';
import { GenericTable } from '../../ui/generic-table';
import { gridColumns } from '../../ui/list-page/columns';
import { FilterBar } from '../../ui/list-page/filter-bar';
import { type Filter, type Question, readQuestion, writeQuestion } from '../../ui/list-page/question';
import { PageHeader } from '../../ui/page-header';
import { useBehaviourFeedQuery } from './behaviour-feed-api';
import { useCallFeedQuery } from './call-feed-api';
import { BEHAVIOUR_COLUMNS, CALL_COLUMNS, FOLD_COLUMNS } from './feed-columns';
import type { BehaviourAsked, CallAsked } from './feed-rows';
import { FeedTable } from './feed-table';
import { LiveCalls } from './live-calls';
import { useBehaviourFoldQuery, useMonitoredTeamsQuery } from './monitoring-api';

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
  ...WHERE,
  { name: 'by', kind: 'choice', choices: BEHAVIOUR_FOLDS, words: 'monitoring:by' },
];
const OF_CALLS: readonly Filter[] = [
  VIEW,
  { name: 'username' },
  { name: 'loanId' },
  { name: 'phone' },
  ...WHERE,
];

/** What people do and say as it happens: behaviour and calls, each by itself. */
export function Component() {
  const { t } = useWords('monitoring', 'calls');
  const [search, setSearch] = useSearchParams();
  const filters = search.get('view') === 'calls' ? OF_CALLS : OF_BEHAVIOUR;
  const question = readQuestion(search, filters, [], PAGE_SIZE.table);
  const teams = useMonitoredTeamsQuery();
  const groupId = question['groupId'] === undefined ? undefined : Number(question['groupId']);
  useWatch({ topic: 'monitoring', groupId: groupId ?? null });
  const ask = (change: Parameters<typeof writeQuestion>[1]) => setSearch(writeQuestion(search, change));
  const options = { groupId: (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name })) };
  return (
    <div className="page monitoring-page">
      <PageHeader title={t('monitoring:title')} />
      <FilterBar filters={filters} words="monitoring" options={options} question={question} onFilter={ask} />
      {question['view'] === 'calls' ? (
        <Calls question={question} groupId={groupId} />
      ) : question['by'] ? (
        <Folded question={question} groupId={groupId} onPage={(page) => ask({ page })} />
      ) : (
        <Behaviour question={question} groupId={groupId} />
      )}
    </div>
  );
}

interface ViewProps {
  question: Question;
  groupId: number | undefined;
}

function Behaviour({ question, groupId }: ViewProps) {
  const asked = behaviourAsked(question, groupId);
  return (
    <FeedTable
      id="behaviour"
      answer={useBehaviourFeedQuery(asked)}
      question={JSON.stringify(asked)}
      columns={BEHAVIOUR_COLUMNS}
      rowId={behaviourId}
      open={({ id }) => `/behaviorDetail/${id}`}
    />
  );
}

function Calls({ question, groupId }: ViewProps) {
  const { username, loanId, phone, dateFrom, dateTo } = question;
  const asked = { username, loanId, phone, groupId, dateFrom, dateTo } as CallAsked;
  return (
    <>
      <LiveCalls groupId={groupId} />
      <FeedTable
        id="calls"
        answer={useCallFeedQuery(asked)}
        question={JSON.stringify(asked)}
        columns={CALL_COLUMNS}
        rowId={callId}
        open={(row) => (row.recording ? `/recording/${row.callId}` : null)}
      />
    </>
  );
}

function Folded({ question, groupId, onPage }: ViewProps & { onPage: (page: number) => void }) {
  const { t } = useWords('monitoring');
  const by = question['by'] as BehaviourFoldQuery['by'];
  const { page, size } = question;
  const asked = { ...behaviourAsked(question, groupId), by, page, size };
  return (
    <GenericTable
      id={`monitoring-by-${by}`}
      label={t(`monitoring:by.${by}`)}
      answer={useBehaviourFoldQuery(asked)}
      question={asked}
      columns={gridColumns(FOLD_COLUMNS, 'monitoring', t, undefined)}
      rowId={foldKey}
      page={page}
      size={size}
      onPage={onPage}
      autoHeight
      toolbar={<span className="muted">{t('monitoring:by-note')}</span>}
    />
  );
}

const behaviourId = ({ id }: { id: number }) => String(id);
const callId = (row: { callId: number }) => String(row.callId);
const foldKey = ({ key }: { key: string }) => key;

function behaviourAsked(question: Question, groupId: number | undefined): BehaviourAsked {
  const { username, loanId, address, type, dateFrom, dateTo } = question;
  return { username, loanId, address, type, groupId, dateFrom, dateTo } as BehaviourAsked;
}
