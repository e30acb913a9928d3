import type { AllocationSeat } from '../../../contract/allocation';
import { useWords } from '../../i18n/use-words';
import { SmallTable, type SmallColumn } from '../../ui/small-table';

const COLUMNS: readonly SmallColumn<AllocationSeat>[] = [
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
  { field: 'amount', kind: 'money' },
];

/** How a plan shares out: each collector's cases of the day against the most they may have. */
export function Fairness({ seats }: { seats: readonly AllocationSeat[] }) {
  return (
    <SmallTable
      label="allocation:fairness"
      words="allocation:seat"
      columns={COLUMNS}
      rows={seats}
      rowKey={({ agentId }) => agentId}
    />
  );
}

function Share({ seat: { before, after, cap } }: { seat: AllocationSeat }) {
  const { t } = useWords('allocation');
  const percent = (count: number) => `${cap === 0 ? 0 : Math.min(100, (100 * count) / cap)}%`;
  return (
    <span className="share" role="img" aria-label={t('allocation:load', { after, cap })}>
      <span className="share-before" style={{ width: percent(before) }} />
      <span className="share-given" style={{ width: percent(after - before) }} />
    </span>
  );
}
