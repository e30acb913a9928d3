import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallRecordRow, CallType } from '../../../contract/cases/borrowers';
import type { CaseInfo } from '../../../contract/cases/cases';
import { CALL_TYPES } from '../../../contract/codes';
import { GenericSelect } from '../../ui/generic-select';
import { PagedTable, type SmallColumn } from '../../ui/tables/small-table';
import { Time } from '../../ui/dates/time';
import { useAllCallRecordsQuery } from './call-records-api';

const COLUMNS: readonly SmallColumn<CallRecordRow>[] = [
  { field: 'time', draw: ({ time }) => <Time value={time} as="stamp" /> },
  { field: 'type', kind: 'code', words: 'codes:call-type' },
  { field: 'name' },
  { field: 'relation', kind: 'code', words: 'codes:relation' },
  { field: 'phone', draw: ({ phone }) => <span className="figure">{phone ?? '—'}</span> },
  { field: 'agent' },
];

/** All calls of ours about the case: by the softphone, and those that a person only recorded; of one type by choice. */
export default function CallRecordsPanel({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['calls', 'codes']);
  const [type, setType] = useState<CallType>();
  const useRows = (args: { taskId: number; page: number }) => useAllCallRecordsQuery({ ...args, type });
  return (
    <div className="call-records">
      <GenericSelect
        label={t('calls:records.type')}
        choices={CALL_TYPES.map((value) => ({ value, label: t(`codes:call-type.${value}`) }))}
        value={type}
        onChange={setType}
      />
      <PagedTable
        key={type ?? 'all'}
        useRows={useRows}
        taskId={info.id}
        words="calls:records"
        label="case:section.callRecords"
        nothing="calls:list.none"
        columns={COLUMNS}
        rowKey={({ id }) => id}
      />
    </div>
  );
}
