import './borrowers.css';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CaseInfo, ContactRow } from '../../../contract/cases/cases';
import { useMay } from '../../api/session-api';
import { NumberSource } from '../../domain/cases/number-standing';
import { Button } from '../../ui/button';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useSaveEmergencyContactMutation, useUserContactsQuery } from './borrowers-api';
import { CallOutMessages } from './call-out-messages';
import { AddressBook, DeviceCalls } from './device-lists';
import { EmergencyForm } from './emergency-form';

export default function PeoplePanel({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['borrowers', 'codes']);
  const mayRecord = useMay('case:record') && info.actions.includes('record');
  return (
    <div className="people">
      <section>
        <h3>{t('borrowers:people.named')}</h3>
        <Named info={info} mayRecord={mayRecord} />
        {mayRecord && <EmergencyForm taskId={info.id} />}
      </section>
      <CallOutMessages info={info} mayRecord={mayRecord} />
      <section>
        <h3>{t('borrowers:people.book')}</h3>
        <AddressBook taskId={info.id} />
      </section>
      <section>
        <h3>{t('borrowers:people.calls')}</h3>
        <DeviceCalls taskId={info.id} />
      </section>
    </div>
  );
}

function Named({ info, mayRecord }: { info: CaseInfo; mayRecord: boolean }) {
  const { t } = useTranslation(['borrowers', 'codes']);
  const { message } = App.useApp();
  const { data, error, refetch } = useUserContactsQuery(info.id);
  const [save, { isLoading }] = useSaveEmergencyContactMutation();
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={3} />;
  }
  if (data.contacts.length === 0) return <p className="muted">{t('borrowers:people.nobody')}</p>;
  const mark = async ({ id, emergency }: ContactRow) => {
    const answer = await save({ taskId: info.id, contactId: id, emergency: !emergency });
    if (answer.error) void message.error(answer.error.message);
  };
  return (
    <SmallTable
      label="borrowers:people.named"
      words="borrowers:column"
      columns={columns(mayRecord ? { busy: isLoading, mark: (row) => void mark(row) } : null)}
      rows={data.contacts}
      rowKey={({ id }) => id}
    />
  );
}

function columns(
  marking: { busy: boolean; mark: (row: ContactRow) => void } | null,
): readonly SmallColumn<ContactRow>[] {
  return [
    {
      field: 'emergency',
      draw: (row, t) =>
        marking ? (
          <Button
            quiet
            small
            aria-pressed={row.emergency}
            aria-label={t('borrowers:emergency.mark', { name: row.name })}
            disabled={marking.busy}
            onClick={() => marking.mark(row)}
          >
            <span aria-hidden="true">{row.emergency ? '★' : '☆'}</span>
          </Button>
        ) : (
          <span>{row.emergency ? t('borrowers:answer.yes') : '—'}</span>
        ),
    },
    { field: 'name' },
    { field: 'relation', kind: 'code', words: 'codes:relation' },
    { field: 'phone', draw: ({ phone }) => <span className="figure">{phone}</span> },
    { field: 'source', draw: (row) => <NumberSource contact={row} /> },
  ];
}
