import { useTranslation } from 'react-i18next';
import type { AllocationSeat } from '../../../contract/team/allocation';
import { Money } from '../../ui/money';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';

/** How a plan shares out: each collector's cases of the day against the most they may have, the money, and what it is worth. */
export function Fairness({ seats }: { seats: readonly AllocationSeat[] }) {
  const maxOf = (field: 'amount' | 'expected') => Math.max(1, ...seats.map((seat) => seat[field] ?? 0));
  const amount = maxOf('amount');
  const expected = maxOf('expected');
  const columns: readonly SmallColumn<AllocationSeat>[] = [
    { field: 'agent' },
    { field: 'after', head: 'allocation:seat.share', draw: (seat) => <Share seat={seat} /> },
    { field: 'before', kind: 'count' },
    {
      field: 'after',
      head: 'allocation:seat.given',
      kind: 'count',
      draw: ({ before, after }) => `+${after - before}`,
    },
    { field: 'cap', kind: 'count' },
    { field: 'amount', kind: 'money', draw: (seat) => <Bar value={seat.amount} of={amount} /> },
    { field: 'expected', kind: 'money', draw: (seat) => <Bar value={seat.expected} of={expected} /> },
  ];
  return (
    <SmallTable
      label="allocation:fairness"
      words="allocation:seat"
      columns={columns}
      rows={seats}
      rowKey={({ agentId }) => agentId}
    />
  );
}

/** A sum beside its part of the largest one. */
function Bar({ value, of }: { value: number | null; of: number }) {
  return (
    <span className="share-sum">
      <span className="share share-small" aria-hidden="true">
        <span className="share-given" style={{ width: `${(100 * (value ?? 0)) / of}%` }} />
      </span>
      <Money value={value} />
    </span>
  );
}

function Share({ seat: { before, after, cap } }: { seat: AllocationSeat }) {
  const { t } = useTranslation('allocation');
  const percent = (count: number) => `${cap === 0 ? 0 : Math.min(100, (100 * count) / cap)}%`;
  return (
    <span className="share" role="img" aria-label={t('allocation:load', { after, cap })}>
      <span className="share-before" style={{ width: percent(before) }} />
      <span className="share-given" style={{ width: percent(after - before) }} />
    </span>
  );
}
