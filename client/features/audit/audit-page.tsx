import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { AUDIT_VIEWS, type AuditRow } from '../../../contract/administration/audit';
import { AUDIT_KINDS } from '../../../contract/events/audit-events';
import { nounsOf } from '../../../contract/nouns';
import { businessDay } from '../../../contract/shared/date';
import type { Page } from '../../../contract/shared/page';
import type { QueryState } from '../../api/query-state';
import { useLanguage } from '../../i18n/use-language';
import { formatTime } from '../../lib/format';
import { useNow } from '../../state/clock';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter, ListQuery } from '../../ui/list-page/list-query';
import { exportCall, useAuditQuery } from './audit-api';
import { differencesOf, useAuditWords } from './audit-words';
import { DifferenceDialog } from './difference-dialog';

const VIEW: Filter = { name: 'view', kind: 'segments', choices: AUDIT_VIEWS, words: 'audit:view' };
const DAYS: readonly Filter[] = [
  { name: 'from', kind: 'day' },
  { name: 'to', kind: 'day' },
];
const FILTERS: readonly Filter[] = [
  VIEW,
  { name: 'kind', kind: 'choice', choices: AUDIT_KINDS, words: 'audit:kind' },
  { name: 'username' },
  { name: 'subjectId', kind: 'kept' },
  ...DAYS,
];
/** Names of parties: a log takes one of them. */
const PARTIES: readonly Filter[] = [{ name: 'username' }, { name: 'loanId' }, { name: 'borrowerId' }];
const LOG_FILTERS: readonly Filter[] = [VIEW, ...PARTIES, ...DAYS];

/** Where the things are looked at that changes are about. */
const PLACES: Partial<Record<AuditRow['subjectType'], string>> = {
  ...Object.fromEntries(nounsOf().map(([noun, { page }]) => [noun, page])),
  stop: '/stop',
};

const COLUMNS: readonly Column<AuditRow>[] = [
  { field: 'at', kind: 'time', width: 112, grow: 0 },
  { field: 'name', width: 170, lines: true, draw: ({ name }) => <Event name={name} /> },
  { field: 'actor', width: 130, lines: true, draw: (row) => <Who row={row} /> },
  { field: 'subject', width: 140, draw: (row) => <Subject row={row} /> },
  { field: 'changes', width: 300, grow: 3, lines: true, draw: (row) => <Summary row={row} /> },
];
/** No change of the configuration is about a case. */
const LOG_COLUMNS: readonly Column<AuditRow>[] = [
  ...COLUMNS.slice(0, 4),
  { field: 'loanId', width: 120, draw: (row) => row.taskId && <Case row={row} /> },
  ...COLUMNS.slice(4),
];

/** Changes of the configuration, with revert; and everything that a person, a case or a borrower was part of. */
export function Component() {
  const { t } = useTranslation('audit');
  const today = businessDay(new Date(useNow(null)));
  const [search] = useSearchParams();
  const [shown, setShown] = useState<AuditRow | null>(null);
  const isLog = search.get('view') === 'log';
  // Here, so that the words come with the page and not with its cells.
  useAuditWords();
  const acts: readonly RowAction<AuditRow>[] = [
    {
      id: 'show',
      may: 'audit:read',
      when: (row) => differencesOf(row).length > 0,
      opens: ([row]) => setShown(row ?? null),
    },
  ];
  return (
    <>
      <ListPage
        id="audit"
        words="audit"
        useRows={isLog ? useLog : useAuditQuery}
        filters={isLog ? LOG_FILTERS : FILTERS}
        columns={isLog ? LOG_COLUMNS : COLUMNS}
        {...(isLog && { emptyHint: t('audit:narrow') })}
        rowId={({ id }) => String(id)}
        acts={acts}
        exported={{ call: exportCall, file: () => `audit-${today}.csv`, may: 'audit:export' }}
      />
      {shown && <DifferenceDialog row={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const NOTHING: Page<AuditRow> = { result: [], totalCount: 0 };

/** Rows of a log; none of nobody's, at which the server would refuse to look. */
function useLog(query: ListQuery): QueryState<Page<AuditRow>> {
  const isNobodys = PARTIES.every(({ name }) => query[name] === undefined);
  const answer = useAuditQuery(query, { skip: isNobodys });
  return isNobodys
    ? { data: NOTHING, currentData: NOTHING, isFetching: false, refetch: () => undefined }
    : answer;
}

function Event({ name }: { name: string }) {
  return <span>{useAuditWords().event(name)}</span>;
}

/** With the address of the sign-in that was in force. */
function Who({ row: { actor, signIn } }: { row: AuditRow }) {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  if (!signIn) return actor ?? t('audit:system');
  return (
    <span title={t('audit:signed-in', { time: formatTime(signIn.at, language) })}>
      {actor} <span className="muted figure">{signIn.address}</span>
    </span>
  );
}

function Subject({ row: { subjectType, subjectId, subject } }: { row: AuditRow }) {
  const place = PLACES[subjectType];
  const name = subject ?? String(subjectId);
  return place ? <Link to={`${place}/${subjectId}`}>{name}</Link> : name;
}

function Case({ row: { taskId, loanId } }: { row: AuditRow }) {
  return <Link to={`/task/${taskId}/${encodeURIComponent(loanId ?? '')}`}>{loanId ?? taskId}</Link>;
}

function Summary({ row }: { row: AuditRow }) {
  const words = useAuditWords();
  const lines = differencesOf(row).map(({ field, before, after, delta }) => {
    const say = (sign: string, value: unknown) =>
      value === null ? [] : [`${sign}${words.value(row, field, value)}`];
    const parts = delta
      ? [...say('− ', before), ...say('+ ', after)]
      : [...say('', before), words.value(row, field, after)];
    return `${words.field(row.name, field)}: ${parts.join(delta ? ' ' : ' → ')}`;
  });
  return <span title={lines.join('\n')}>{lines.join(' · ')}</span>;
}
