import type { ClaimedTimeRow } from '../../../contract/money/payments';
import { useWords } from '../../i18n/use-words';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import { useClaimedTimesQuery } from './imports-api';

const COLUMNS: readonly Column<ClaimedTimeRow>[] = [
  { field: 'claimedAt', kind: 'time', width: 170, grow: 0 },
  { field: 'countedAt', kind: 'time', width: 170, grow: 0 },
  { field: 'reason', kind: 'code', words: 'claimed-times:reason', tone: () => 'warn', width: 190 },
  { field: 'loanId', width: 150 },
  { field: 'type', kind: 'code', words: 'claimed-times:type', width: 110 },
  { field: 'amount', kind: 'money', width: 120 },
  { field: 'channel', width: 100 },
  { field: 'providerReference', width: 200 },
];

/** Money that counts from its receipt, because its provider claimed a time that can not be. */
export function Component() {
  const { t } = useWords('claimed-times', 'imports');
  return (
    <ListPage
      id="claimed-times"
      words="claimed-times"
      back={{ to: '/imports', label: t('imports:title') }}
      useRows={useClaimedTimesQuery}
      filters={[]}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
    />
  );
}
