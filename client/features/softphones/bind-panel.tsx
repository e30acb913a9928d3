import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PAGE_SIZE } from '../../../contract/shared/page';
import type { BindRecord, SoftphoneInfo } from '../../../contract/contact/softphones';
import { useCollectorsQuery } from '../../api/session-api';
import { useBindRecordQuery, useOperateSoftphoneMutation } from '../../domain/softphones/softphones-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { GenericSelect } from '../../ui/generic-select';
import { Pager } from '../../ui/tables/pager';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';

const COLUMNS: readonly SmallColumn<BindRecord>[] = [
  { field: 'agent' },
  { field: 'boundAt', kind: 'time' },
  { field: 'boundBy' },
  { field: 'unboundAt', kind: 'time' },
  { field: 'unboundBy' },
];

/** The softphone's owner, to bind and to unbind; and former ones. */
export function BindPanel({ phone }: { phone: SoftphoneInfo }) {
  const { id, version, agentId, agent, status } = phone;
  const { t } = useTranslation('softphones');
  const [chosen, setChosen] = useState<number>();
  const [page, setPage] = useState(1);
  const { data: collectors = [] } = useCollectorsQuery();
  const { data: records } = useBindRecordQuery({ softPhoneId: id, page });
  const [operate, { isLoading }] = useOperateSoftphoneMutation();
  const act = (args: { act: 'bind' | 'unbind'; agentId?: number }) =>
    void operate({ id, version, clientRequestId: newRequestId(), ...args });
  return (
    <section className="card" aria-label={t('softphones:binding')}>
      <h2>{t('softphones:binding')}</h2>
      {agentId !== null ? (
        <p>
          <Link to={`/user/${agentId}`}>{agent}</Link>{' '}
          <Button busy={isLoading} onClick={() => act({ act: 'unbind' })}>
            {t('softphones:act.unbind')}
          </Button>
        </p>
      ) : status === 'DISABLED' ? (
        <p className="muted">{t('softphones:enableFirst')}</p>
      ) : (
        <div className="entity-choice">
          <GenericSelect
            label={t('softphones:column.agent')}
            choices={collectors.map(({ id: value, name, username }) => ({
              value,
              label: `${name} (${username})`,
            }))}
            value={chosen}
            onChange={setChosen}
          />{' '}
          <Button
            primary
            busy={isLoading}
            disabled={chosen === undefined}
            onClick={() => chosen !== undefined && act({ act: 'bind', agentId: chosen })}
          >
            {t('softphones:act.bind')}
          </Button>
        </div>
      )}
      {records && records.totalCount > 0 && (
        <>
          <SmallTable
            label="softphones:record"
            words="softphones:column"
            columns={COLUMNS}
            rows={records.result}
            rowKey={(row) => row.id}
          />
          {records.totalCount > PAGE_SIZE.table && (
            <Pager
              page={page}
              size={PAGE_SIZE.table}
              total={records.totalCount}
              shown={records.result.length}
              onPage={setPage}
            />
          )}
        </>
      )}
    </section>
  );
}
