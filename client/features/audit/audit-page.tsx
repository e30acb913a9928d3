import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AUDIT_VIEWS, type AuditRow } from '../../../contract/administration/audit';
import { AUDIT_KINDS } from '../../../contract/events/audit-events';
import { nounsOf } from '../../../contract/nouns';
import { businessDay } from '../../../contract/shared/date';
import { useNow } from '../../state/clock';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { exportCall, useAuditQuery } from './audit-api';
import { differencesOf, useAuditWords } from './audit-words';
import { DifferenceDialog } from './difference-dialog';

const FILTERS: readonly Filter[] = [
  { name: 'view', kind: 'segments', choices: AUDIT_VIEWS, words: 'audit:view' },
  { name: 'kind', kind: 'choice', choices: AUDIT_KINDS, words: 'audit:kind' },
  { name: 'username' },
  { name: 'loanId' },
  { name: 'borrowerId' },
  { name: 'from', kind: 'day' },
  { name: 'to', kind: 'day' },
];

/** Where the things are looked at that changes are about. */
const PLACES: Partial<Record<AuditRow['subjectType'], string>> = {
  ...Object.fromEntries(nounsOf().map(([noun, { page }]) => [noun, page])),
  stop: '/stop',
};

const COLUMNS: readonly Column<AuditRow>[] = [
  { field: 'at', kind: 'time', width: 112, grow: 0 },
  { field: 'name', width: 170, lines: true, draw: ({ name }) => <Event name={name} /> },
  { field: 'actor', width: 130, draw: ({ actor }, t) => actor ?? t('audit:system') },
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
  const today = businessDay(new Date(useNow(null)));
  const [search] = useSearchParams();
  const [shown, setShown] = useState<AuditRow | null>(null);
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
        useRows={useAuditQuery}
        filters={FILTERS}
        columns={search.get('view') === 'log' ? LOG_COLUMNS : COLUMNS}
        rowId={({ id }) => String(id)}
        acts={acts}
        exported={{ call: exportCall, file: () => `audit-${today}.csv`, may: 'audit:export' }}
      />
      {shown && <DifferenceDialog row={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function Event({ name }: { name: string }) {
  return <span>{useAuditWords().event(name)}</span>;
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
  const lines = differencesOf(row).map(({ field, before, after }) => {
    const valueText = (value: unknown) => words.value(row, field, value);
    const values = before === null ? valueText(after) : `${valueText(before)} → ${valueText(after)}`;
    return `${words.field(row.name, field)}: ${values}`;
  });
  return <span title={lines.join('\n')}>{lines.join(' · ')}</span>;
}
