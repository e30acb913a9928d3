import { REFUND_STATES, type RefundRow, type RefundState } from '../../../contract/money/refunds';
import { newRequestId } from '../../lib/request-id';
import type { Act } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/question';
import { Money } from '../../ui/money';
import type { Tone } from '../../ui/status-tag';
import { Age } from '../../ui/dates/time';
import { useDecideRefundMutation, useRefundsQuery } from './refunds-api';

const TONES: Record<RefundState, Tone> = {
  OPEN: 'warn',
  COMPLETED: 'good',
  REJECTED: 'muted',
  TAKEN_BACK: 'muted',
};

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'segments', choices: REFUND_STATES, words: 'refunds:status' },
];

const COLUMNS: readonly Column<RefundRow>[] = [
  { field: 'borrowerName', kind: 'name', width: 190 },
  { field: 'loanId', width: 130 },
  { field: 'caseStatus', kind: 'code', words: 'codes:case-status', width: 150 },
  { field: 'amount', kind: 'money', width: 110, sortable: true },
  {
    field: 'openedAt',
    width: 104,
    grow: 0,
    sortable: true,
    draw: ({ openedAt, decidedAt }) => <Age since={openedAt} until={decidedAt} />,
  },
  {
    field: 'status',
    kind: 'code',
    words: 'refunds:status',
    tone: ({ status }) => TONES[status],
    width: 100,
    grow: 0,
  },
  { field: 'reference', width: 120 },
  { field: 'voucher', width: 110 },
  { field: 'reason', width: 150 },
  { field: 'decidedBy', width: 120 },
  { field: 'decidedAt', kind: 'time', width: 112, grow: 0 },
];

export function Component() {
  const [decide] = useDecideRefundMutation();
  const deciding = {
    may: 'refund:decide',
    when: ({ status }: RefundRow) => status === 'OPEN',
    about: ({ amount, borrowerName, loanId }: RefundRow) => (
      <>
        <Money value={amount} /> · {borrowerName} · {loanId}
      </>
    ),
  } as const;
  const facts = ({ id, version }: RefundRow) => ({ refundId: id, version, clientRequestId: newRequestId() });
  const acts: Act<RefundRow>[] = [
    {
      ...deciding,
      id: 'complete',
      needs: [
        { name: 'reference', most: 64 },
        { name: 'voucher', most: 64 },
      ],
      act: (refund, { reference = '', voucher = '' }) => decide({ ...facts(refund), reference, voucher }),
    },
    {
      ...deciding,
      id: 'reject',
      danger: true,
      needs: [{ name: 'reason', most: 200 }],
      act: (refund, { reason = '' }) => decide({ ...facts(refund), reason }),
    },
  ];
  return (
    <ListPage
      id="refunds"
      words="refunds"
      useRows={useRefundsQuery}
      filters={FILTERS}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ taskId, loanId }) => `/task/${taskId}/${encodeURIComponent(loanId)}`}
      acts={acts}
    />
  );
}
