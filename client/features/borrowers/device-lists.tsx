import { useTranslation } from 'react-i18next';
import type { AddressBookRow, DeviceCallRow } from '../../../contract/cases/borrowers';
import { type SmallColumn, PagedTable } from '../../ui/tables/small-table';
import { Time } from '../../ui/dates/time';
import { useAddressBookQuery, useDeviceCallsQuery } from './borrowers-api';

const NAME = { field: 'name' } as const;
const PHONE = {
  field: 'phone',
  draw: ({ phone }: { phone: string }) => <span className="figure">{phone}</span>,
} as const;
const BOOK_COLUMNS: readonly SmallColumn<AddressBookRow>[] = [NAME, PHONE];
const CALL_COLUMNS: readonly SmallColumn<DeviceCallRow>[] = [
  { field: 'time', draw: ({ time }) => <Time value={time} as="stamp" /> },
  { field: 'type', kind: 'code', words: 'codes:call-type' },
  NAME,
  PHONE,
];

export function AddressBook({ taskId }: { taskId: number }) {
  const { data } = useAddressBookQuery({ taskId, page: 1 });
  if (data?.notKept) return <NotKept />;
  return (
    <PagedTable
      useRows={useAddressBookQuery}
      taskId={taskId}
      words="borrowers:column"
      label="borrowers:people.book"
      nothing="borrowers:people.no-entries"
      columns={BOOK_COLUMNS}
      rowKey={({ id }) => id}
    />
  );
}

export function DeviceCalls({ taskId }: { taskId: number }) {
  const { data } = useDeviceCallsQuery({ taskId, page: 1 });
  if (data?.notKept) return <NotKept />;
  return (
    <PagedTable
      useRows={useDeviceCallsQuery}
      taskId={taskId}
      words="borrowers:column"
      label="borrowers:people.calls"
      nothing="borrowers:people.no-entries"
      columns={CALL_COLUMNS}
      // One number may stand for several calls.
      rowKey={(_, at) => at}
    />
  );
}

function NotKept() {
  const { t } = useTranslation('borrowers');
  return <p className="muted">{t('borrowers:people.not-kept')}</p>;
}
