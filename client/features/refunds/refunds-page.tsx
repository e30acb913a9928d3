import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Receivable, ReceivableState } from '../../../contract/money/receivables';
import { REFUND_FILTERS, type RefundRow, type RefundState } from '../../../contract/money/refunds';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { Money } from '../../ui/money';
import { Tag, type Tone } from '../../ui/status-tag';
import { Age } from '../../ui/dates/time';
import { useDecideRefundMutation, useRefundsQuery, useWriteOffMutation } from './refunds-api';

const TONES: Record<RefundState, Tone> = {
  OPEN: 'warn',
  COMPLETED: 'good',
  REJECTED: 'muted',
  TAKEN_BACK: 'muted',
};

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'segments', choices: REFUND_FILTERS, words: 'refunds:status' },
];

const WHOSE: readonly Column<RefundRow>[] = [
  { field: 'borrowerName', kind: 'name', width: 168 },
  { field: 'loanId', width: 116 },
  { field: 'amount', kind: 'money', width: 106, sortable: true },
];
const DECISION: readonly Column<RefundRow>[] = [
  { field: 'caseStatus', kind: 'code', words: 'codes:case-status', width: 146 },
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
/** Filters of paid-out refunds: all, and those owed back. */
const PAID: readonly string[] = ['COMPLETED', 'RECEIVABLE'] satisfies (typeof REFUND_FILTERS)[number][];
const COLUMNS = [...WHOSE, ...DECISION];
/** Only what was paid out can be owed back; it is read before everything that may lie behind the acts on a narrow screen. */
const OF_PAID: readonly Column<RefundRow>[] = [
  ...WHOSE,
  { field: 'receivable', width: 256, draw: ({ receivable }) => <Owed receivable={receivable} /> },
  ...DECISION,
];

const OWED: Record<ReceivableState, Tone> = { OPEN: 'warn', PAID: 'good', WRITTEN_OFF: 'muted' };

/** The receivable of a refund, and whether its write-off is requested. */
function Owed({ receivable }: Pick<RefundRow, 'receivable'>) {
  const { t } = useTranslation('refunds');
  if (!receivable) return null;
  const { status, left, askedBy } = receivable;
  if (status !== 'OPEN') return <Tag tone={OWED[status]}>{t(`refunds:owed.${status}`)}</Tag>;
  return (
    <>
      <Money value={left} /> {askedBy !== null && <Tag tone={OWED.OPEN}>{t('refunds:owed.ASKED')}</Tag>}
    </>
  );
}

function refOf({ id, version }: Receivable) {
  return { receivableId: id, version, clientRequestId: newRequestId() };
}

export function Component() {
  const [decide] = useDecideRefundMutation();
  const [writeOff] = useWriteOffMutation();
  const [search] = useSearchParams();
  const isPaid = PAID.includes(search.get('status') ?? '');
  const deciding = {
    may: 'refund:decide',
    when: ({ status }: RefundRow) => status === 'OPEN',
    about: ({ amount, borrowerName, loanId }: RefundRow) => (
      <>
        <Money value={amount} /> · {borrowerName} · {loanId}
      </>
    ),
  } as const;
  const owed = {
    may: 'refund:decide',
    about: ({ receivable, borrowerName, loanId }: RefundRow) => (
      <>
        <Money value={receivable?.left} /> · {borrowerName} · {loanId}
        {receivable?.reason && (
          <p className="muted">
            {receivable.askedBy}: {receivable.reason}
          </p>
        )}
      </>
    ),
  } as const;
  const facts = ({ id, version }: RefundRow) => ({ refundId: id, version, clientRequestId: newRequestId() });
  const acts: RowAction<RefundRow>[] = [
    {
      ...deciding,
      id: 'complete',
      needs: [
        { name: 'reference', most: 64 },
        { name: 'voucher', most: 64 },
      ],
      act: (refund, { reference = '', voucher = '' }) =>
        decide({ ...facts(refund), reference, voucher, amount: refund.amount }),
    },
    {
      ...deciding,
      id: 'reject',
      danger: true,
      needs: [{ name: 'reason', most: 200 }],
      act: (refund, { reason = '' }) => decide({ ...facts(refund), reason }),
    },
    {
      ...owed,
      id: 'askWriteOff',
      when: ({ receivable }) => receivable?.status === 'OPEN' && receivable.askedBy === null,
      needs: [{ name: 'reason', most: 200 }],
      act: ({ receivable }, { reason = '' }) => writeOff({ ...refOf(receivable!), reason }),
    },
    ...(['writeOff', 'keep'] as const).map((id): RowAction<RefundRow> => ({
      ...owed,
      id,
      danger: id === 'writeOff',
      when: ({ receivable }) =>
        receivable?.status === 'OPEN' && receivable.askedBy !== null && !receivable.mine,
      needs: [{ name: 'answer', most: 200 }],
      act: ({ receivable }, { answer = '' }) =>
        writeOff({ ...refOf(receivable!), approve: id === 'writeOff', answer }),
    })),
  ];
  return (
    <ListPage
      id={isPaid ? 'refunds-paid' : 'refunds'}
      words="refunds"
      useRows={useRefundsQuery}
      filters={FILTERS}
      columns={isPaid ? OF_PAID : COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ taskId, loanId }) => `/task/${taskId}/${encodeURIComponent(loanId)}`}
      acts={acts}
    />
  );
}
