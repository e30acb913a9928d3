import { useTranslation } from 'react-i18next';
import {
  COMPLAINT_LEVELS,
  COMPLAINT_LISTS,
  COMPLAINT_TYPES,
  NO_CAUSE,
  type ComplaintRow,
} from '../../../contract/supervision/complaints';
import { Link } from 'react-router';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { ComplaintTag, Deadline, Level } from './complaint-marks';
import { useMay } from '../../api/session-api';
import { useCauseChoices } from './causes-api';
import { useComplaintCountsQuery, useComplaintsQuery } from './complaints-api';
import { useComplaintActs } from './use-complaint-acts';

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'segments', choices: COMPLAINT_LISTS, words: 'complaints:status' },
  { name: 'phone' },
  { name: 'loanId' },
  { name: 'type', kind: 'choice', choices: COMPLAINT_TYPES, words: 'complaints:type' },
  { name: 'causeId', kind: 'choice' },
  { name: 'level', kind: 'choice', choices: COMPLAINT_LEVELS.map(String), words: 'complaints:level' },
  { name: 'overdue', kind: 'choice', choices: ['1'], words: 'complaints:overdue' },
];

const COLUMNS: readonly Column<ComplaintRow>[] = [
  { field: 'id', kind: 'name', width: 84, grow: 0 },
  { field: 'level', width: 76, grow: 0, draw: ({ level }) => <Level level={level} /> },
  { field: 'dueAt', width: 138, grow: 0, sortable: true, draw: (row) => <Deadline complaint={row} /> },
  { field: 'status', width: 176, grow: 0, draw: ({ status }) => <ComplaintTag status={status} /> },
  { field: 'type', kind: 'code', words: 'complaints:type', width: 130 },
  { field: 'phone', width: 142 },
  { field: 'loanId', width: 112 },
  { field: 'collector', width: 130 },
  { field: 'handler', width: 130 },
  { field: 'cause', width: 150 },
  { field: 'penaltyAmount', kind: 'money', width: 100 },
  { field: 'createdAt', kind: 'time', width: 112, grow: 0, sortable: true },
  { field: 'updatedAt', kind: 'time', width: 112, grow: 0, sortable: true },
];

/** In a list only what can be done to many at once; the rest is done on the complaint's page, where it can be read. */
export function Component() {
  const { t } = useTranslation('complaints');
  const { data: counts } = useComplaintCountsQuery();
  const causes = useCauseChoices();
  const mayReport = useMay('complaint:manage');
  const acts = useComplaintActs((row, act) =>
    act === 'classify'
      ? row.causeId === null
      : act === 'allocate' && ['PENDING', 'PROCESSING'].includes(row.status),
  );
  return (
    <ListPage<ComplaintRow>
      id="complaints"
      words="complaints"
      useRows={useComplaintsQuery}
      filters={FILTERS}
      options={() => ({ causeId: [{ value: NO_CAUSE, label: t('complaints:no-cause') }, ...causes] })}
      counts={() => counts ?? {}}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/complaint/${id}`}
      acts={acts.filter(({ id }) => id === 'allocate' || id === 'classify')}
      primary={{ to: '/add/complaint', may: 'complaint:handle' }}
      above={() => (
        <p className="complaints-above">
          {counts && counts.OVERDUE > 0 && (
            <Link className="complaint-late" to="/complaints?overdue=1">
              {t('complaints:late', { count: counts.OVERDUE })}
            </Link>
          )}
          <Link to="/complaints/report">{t('complaints:report.title')}</Link>
          {mayReport && <Link to="/complaints/months">{t('complaints:months')}</Link>}
        </p>
      )}
    />
  );
}
