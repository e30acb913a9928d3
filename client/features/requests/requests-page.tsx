import { REQUEST_KINDS, REQUEST_STATES, type RequestKind, type RequestRow } from '../../../contract/requests';
import { newRequestId } from '../../lib/request-id';
import type { Act } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/question';
import { Age } from '../../ui/time';
import { useDecideRequestMutation, useRequestsQuery } from './requests-api';

const FILTERS: readonly Filter[] = [
  { name: 'state', kind: 'segments', choices: REQUEST_STATES, words: 'requests:state' },
  { name: 'kind', kind: 'choice', choices: REQUEST_KINDS, words: 'requests:kind' },
];

const COLUMNS: readonly Column<RequestRow>[] = [
  { field: 'borrowerName', kind: 'name', width: 170 },
  { field: 'loanId', width: 130 },
  { field: 'kind', kind: 'code', words: 'requests:kind', width: 130 },
  { field: 'openedAt', width: 100, grow: 0, draw: ({ openedAt }) => <Age since={openedAt} until={null} /> },
  { field: 'collector', width: 120 },
  { field: 'note', width: 180, grow: 2 },
  { field: 'decidedBy', width: 120 },
  { field: 'reason', width: 150 },
];

const UNTIL = [{ name: 'until', moment: true }] as const;

export function Component() {
  const [decide] = useDecideRequestMutation();
  const answer = (id: string, grant: boolean, kinds: readonly RequestKind[]): Act<RequestRow> => ({
    id,
    may: 'request:decide',
    when: ({ state, kind }) => state === 'OPEN' && kinds.includes(kind),
    danger: grant,
    needs: [...(id === 'hold' ? UNTIL : []), { name: 'reason', most: 300 }],
    act: ({ id: requestId, version }, { reason = '', until }) =>
      decide({ requestId, version, grant, reason, until, clientRequestId: newRequestId() }),
  });
  return (
    <ListPage
      id="requests"
      words="requests"
      useRows={useRequestsQuery}
      filters={FILTERS}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ taskId, loanId }) => `/task/${taskId}/${encodeURIComponent(loanId)}`}
      acts={[
        answer('hold', true, ['HOLD']),
        answer('close', true, ['FRAUD']),
        answer('refuse', false, REQUEST_KINDS),
      ]}
      actsWidth={170}
    />
  );
}
