import { useTranslation } from 'react-i18next';
import type { ClaimedTimeRow } from '../../../contract/money/payments';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import { useClaimedTimesQuery } from './imports-api';

const COLUMNS: readonly Column<ClaimedTimeRow>[] = [
  { field: 'claimedAt', kind: 'time', width: 146, grow: 0 },
  { field: 'countedAt', kind: 'time', width: 126, grow: 0 },
  { field: 'reason', kind: 'code', words: 'claimed-times:reason', tone: () => 'warn', width: 206 },
  { field: 'loanId', width: 118 },
  { field: 'type', kind: 'code', words: 'claimed-times:type', width: 84 },
  { field: 'amount', kind: 'money', width: 96 },
  { field: 'channel', width: 76 },
  { field: 'providerReference', width: 190 },
];

/** Money that counts from its receipt, because its provider claimed a time that can not be. */
export function Component() {
  const { t } = useTranslation(['claimed-times', 'imports']);
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
