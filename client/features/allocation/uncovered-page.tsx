import type { QueueCase } from '../../../contract/queues';
import { usePlaceOptions } from '../../api/institutions-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/question';
import { Age } from '../../ui/time';
import { useUncoveredQuery } from './allocation-api';

const FILTERS: readonly Filter[] = [{ name: 'queueId', kind: 'choice' }];

const COLUMNS: readonly Column<QueueCase>[] = [
  { field: 'borrowerName', kind: 'name', width: 190 },
  { field: 'loanId', width: 140 },
  { field: 'status', kind: 'code', words: 'codes:case-status', width: 150 },
  { field: 'amountDue', kind: 'money', width: 120 },
  { field: 'overdueDays', kind: 'count', width: 90 },
  { field: 'openedAt', width: 100, draw: ({ openedAt }) => <Age since={openedAt} until={null} /> },
  { field: 'agent', width: 150 },
];

/** The open cases that nobody will look at by themselves: no next action, no hold that ends, not new. */
export function Component() {
  return (
    <ListPage
      id="uncovered"
      words="uncovered"
      useRows={useUncoveredQuery}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id, loanId }) => `/task/${id}/${encodeURIComponent(loanId)}`}
    />
  );
}
