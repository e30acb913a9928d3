import type { QueueCase } from '../../../contract/team/queues';
import type { Column } from '../../ui/list-page/columns';
import { CaseStatusTag } from '../../domain/cases/status-tags';
import { Age } from '../../ui/dates/time';

export const QUEUE_CASE_COLUMNS: readonly Column<QueueCase>[] = [
  { field: 'borrowerName', kind: 'name', width: 160 },
  { field: 'loanId', width: 122 },
  { field: 'status', width: 112, draw: ({ status }) => <CaseStatusTag status={status} /> },
  { field: 'amountDue', kind: 'money', width: 100, sortable: 'counted' },
  { field: 'overdueDays', kind: 'count', width: 78, sortable: 'counted' },
  {
    field: 'openedAt',
    width: 74,
    sortable: 'counted',
    draw: ({ openedAt }) => <Age since={openedAt} until={null} />,
  },
  { field: 'agent', width: 124 },
];
