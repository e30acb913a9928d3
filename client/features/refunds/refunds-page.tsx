import { useState } from 'react';
import { REFUND_STATES, type RefundRow, type RefundState } from '../../../contract/refunds';
import type { Act } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/question';
import type { Tone } from '../../ui/status-tag';
import { Age } from '../../ui/time';
import { type Decision, RefundDialog } from './refund-dialog';
import { useRefundsQuery } from './refunds-api';

const TONES: Record<RefundState, Tone> = { OPEN: 'warn', COMPLETED: 'good', REJECTED: 'quiet' };

const FILTERS: readonly Filter[] = [
  { name: 'status', kind: 'segments', choices: REFUND_STATES, words: 'refunds:status' },
];

const COLUMNS: readonly Column<RefundRow>[] = [
  { field: 'borrowerName', kind: 'name', width: 190 },
  { field: 'loanId', width: 130 },
  { field: 'caseStatus', kind: 'code', words: 'codes:case-status', width: 130 },
  { field: 'amount', kind: 'money', width: 110, sortable: true },
  {
    field: 'openedAt',
    width: 90,
    grow: 0,
    sortable: true,
    draw: ({ openedAt, decidedAt }) => <Age since={openedAt} until={decidedAt} />,
  },
  {
    field: 'status',
    kind: 'code',
    words: 'refunds:status',
    tone: ({ status }) => TONES[status],
    width: 110,
    grow: 0,
  },
  { field: 'reference', width: 120 },
  { field: 'voucher', width: 110 },
  { field: 'reason', width: 150 },
  { field: 'decidedBy', width: 120 },
  { field: 'decidedAt', kind: 'time', width: 112, grow: 0 },
];

/** Money that was paid over and above: whoever may sends it back, or says why not. */
export function Component() {
  const [asked, setAsked] = useState<{ refund: RefundRow; decision: Decision } | null>(null);
  const acts = (['complete', 'reject'] as const).map((decision): Act<RefundRow> => {
    return {
      id: decision,
      may: 'refund:decide',
      when: ({ status }) => status === 'OPEN',
      act: (refund) => {
        setAsked({ refund, decision });
        return null;
      },
    };
  });
  return (
    <>
      <ListPage
        id="refunds"
        words="refunds"
        useRows={useRefundsQuery}
        filters={FILTERS}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ taskId, loanId }) => `/task/${taskId}/${loanId}`}
        acts={acts}
        actsWidth={170}
      />
      {asked && <RefundDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}
