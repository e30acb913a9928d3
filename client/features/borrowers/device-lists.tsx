import { type ReactNode, useState } from 'react';
import type { AddressBookRow, DeviceCallRow, DevicePage } from '../../../contract/borrowers';
import { useWords } from '../../i18n/use-words';
import { type SmallColumn, PagedTable } from '../../ui/small-table';
import { Time } from '../../ui/time';
import { useAddressBookQuery, useDeviceCallsQuery } from './borrowers-api';

/** The borrower's address book, or that the policy keeps none. */
export function AddressBook({ taskId }: { taskId: number }) {
  const { t } = useWords('borrowers');
  const [page, setPage] = useState(1);
  const answer = useAddressBookQuery({ taskId, page });
  const columns: SmallColumn<AddressBookRow>[] = [
    { key: 'name', label: t('borrowers:column.name'), draw: (row) => row.name },
    {
      key: 'phone',
      label: t('borrowers:column.phone'),
      draw: (row) => <span className="figure">{row.phone}</span>,
    },
  ];
  return (
    <Kept answer={answer}>
      <PagedTable
        answer={answer}
        page={page}
        onPage={setPage}
        nothing={t('borrowers:people.no-entries')}
        label={t('borrowers:people.book')}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </Kept>
  );
}

/** The calls of the borrower's own telephone. */
export function DeviceCalls({ taskId }: { taskId: number }) {
  const { t } = useWords('borrowers', 'codes');
  const [page, setPage] = useState(1);
  const answer = useDeviceCallsQuery({ taskId, page });
  const columns: SmallColumn<DeviceCallRow>[] = [
    { key: 'time', label: t('borrowers:column.time'), draw: (row) => <Time value={row.time} as="stamp" /> },
    {
      key: 'type',
      label: t('borrowers:column.type'),
      draw: (row) => (row.type === null ? '—' : t(`codes:call-type.${row.type}`)),
    },
    { key: 'name', label: t('borrowers:column.name'), draw: (row) => row.name },
    {
      key: 'phone',
      label: t('borrowers:column.phone'),
      draw: (row) => <span className="figure">{row.phone}</span>,
    },
  ];
  return (
    <Kept answer={answer}>
      <PagedTable
        answer={answer}
        page={page}
        onPage={setPage}
        nothing={t('borrowers:people.no-entries')}
        label={t('borrowers:people.calls')}
        columns={columns}
        // One number may stand for several calls.
        rowKey={(_, at) => at}
      />
    </Kept>
  );
}

function Kept({
  answer,
  children,
}: {
  answer: { data?: DevicePage<unknown> | undefined };
  children: ReactNode;
}) {
  const { t } = useWords('borrowers');
  return answer.data?.notKept ? <p className="muted">{t('borrowers:people.not-kept')}</p> : <>{children}</>;
}
