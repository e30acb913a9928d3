import type { QueueCase } from '../../../contract/team/queues';
import type { Column } from '../../ui/list-page/columns';
import { CaseStatusTag } from '../../domain/cases/status-tags';
import { Age } from '../../ui/dates/time';

export const QUEUE_CASE_COLUMNS: readonly Column<QueueCase>[] = [
  { field: 'borrowerName', kind: 'name', width: 190 },
  { field: 'loanId', width: 140 },
  { field: 'status', width: 150, draw: ({ status }) => <CaseStatusTag status={status} /> },
  { field: 'amountDue', kind: 'money', width: 120 },
  { field: 'overdueDays', kind: 'count', width: 90 },
  { field: 'openedAt', width: 100, draw: ({ openedAt }) => <Age since={openedAt} until={null} /> },
  { field: 'agent', width: 150 },
];
