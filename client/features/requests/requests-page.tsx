import { REQUEST_KINDS, REQUEST_STATES, type RequestKind, type RequestRow } from '../../../contract/requests';
import { useWords } from '../../i18n/use-words';
import { newRequestId } from '../../lib/request-id';
import type { Act } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/question';
import { Money } from '../../ui/money';
import { Age, Day } from '../../ui/time';
import { useDecideRequestMutation, useRequestsQuery } from './requests-api';

const FILTERS: readonly Filter[] = [
  { name: 'state', kind: 'segments', choices: REQUEST_STATES, words: 'requests:state' },
  { name: 'kind', kind: 'choice', choices: REQUEST_KINDS, words: 'requests:kind' },
];

const COLUMNS: readonly Column<RequestRow>[] = [
  { field: 'borrowerName', kind: 'name', width: 140 },
  { field: 'loanId', width: 114 },
  { field: 'kind', kind: 'code', words: 'requests:kind', width: 140 },
  { field: 'rules', width: 140, draw: (row) => <Wish request={row} /> },
  {
    field: 'openedAt',
    width: 96,
    grow: 0,
    draw: ({ openedAt, decidedAt }) => <Age since={openedAt} until={decidedAt} />,
  },
  { field: 'collector', width: 104 },
  { field: 'note', width: 140, grow: 2 },
  { field: 'decidedBy', width: 100 },
  { field: 'reason', width: 120 },
];

const UNTIL = [{ name: 'until', moment: true }] as const;

export function Component() {
  const [decide] = useDecideRequestMutation();
  const answer = (id: string, grant: boolean, kinds: readonly RequestKind[]): Act<RequestRow> => ({
    id,
    may: 'request:decide',
    when: ({ state, kind }) => state === 'OPEN' && kinds.includes(kind),
    danger: id === 'hold' || id === 'close',
    about: (row) => (row.promiseDate || row.rules.length > 0) && <Wish request={row} />,
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
        answer('promise', true, ['PROMISE']),
        answer('override', true, ['OVERRIDE']),
        answer('refuse', false, REQUEST_KINDS),
      ]}
      actsWidth={170}
    />
  );
}

/** What is asked for, besides the kind. */
function Wish({ request: { amount, promiseDate, rules } }: { request: RequestRow }) {
  const { t } = useWords('guard');
  if (promiseDate)
    return (
      <>
        <Money value={amount} /> · <Day value={promiseDate} short />
      </>
    );
  const text = rules.map((rule) => t(`guard:rule.${rule}`)).join(', ');
  return text ? <span title={text}>{text}</span> : <span className="muted">—</span>;
}
