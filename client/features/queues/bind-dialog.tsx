import { Modal, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BindingPreview, BoundCases } from '../../../contract/cases/case-moves';
import type { QueueCollector, QueueCase } from '../../../contract/team/queues';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { Money } from '../../ui/money';
import { RefusedCases } from '../../domain/cases/refused-cases';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { useBindCasesMutation, useBindPreviewQuery, useQueueCollectorsQuery } from './queues-api';

/** As many as the contract takes. */
const TAKERS_CAP = 50;

interface BindDialogProps {
  cases: readonly QueueCase[];
  onDone: (answer: { data?: BoundCases }) => void;
  onClose: () => void;
}

/** To whom the marked cases go, one collector or several, and what that means before it is done. */
export function BindDialog({ cases, onDone, onClose }: BindDialogProps) {
  useReturnFocus();
  const { t } = useTranslation('queue-cases');
  const [agentIds, setAgentIds] = useState<number[]>([]);
  const queueIds = [...new Set(cases.map(({ queueId }) => queueId))].toSorted((one, other) => one - other);
  const { data: collectors = [], isLoading: coming } = useQueueCollectorsQuery(queueIds);
  const place = useRef<HTMLDivElement>(null);
  const [bind, { isLoading: binds }] = useBindCasesMutation();
  const taskIds = cases.map(({ id }) => id);
  const preview = useBindPreviewQuery({ taskIds, agentIds }, { skip: agentIds.length === 0 });
  const shown = agentIds.length === 0 ? undefined : preview.currentData;
  const submit = async () => {
    const versions = cases.map(({ version }) => version);
    const answer = await bind({ taskIds, agentIds, versions });
    if (answer.error) return;
    onDone(answer);
    onClose();
  };
  return (
    <Modal
      open
      width={520}
      title={t('queue-cases:ask.bind', { count: cases.length })}
      okText={t('queue-cases:act.bind')}
      okButtonProps={{ disabled: !shown || shown.accepted.length === 0 }}
      cancelText={t('common:action.cancel')}
      confirmLoading={binds}
      onOk={() => void submit()}
      onCancel={onClose}
      afterOpenChange={(open) => open && place.current?.querySelector('input')?.focus()}
    >
      <div ref={place}>
        <Select
          mode="multiple"
          className="queue-agent"
          aria-label={t('queue-cases:agents')}
          placeholder={t('queue-cases:agents')}
          loading={coming}
          maxCount={TAKERS_CAP}
          listHeight={190}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={t('common:empty.title')}
          options={collectors
            .filter(({ enabled }) => enabled)
            .toSorted(
              (one, other) =>
                Number(one.onLeave) - Number(other.onLeave) || one.name.localeCompare(other.name),
            )
            .map(({ id, name, openCases, onLeave }) => {
              const label = t('queue-cases:agentWith', { name, count: openCases });
              return { value: id, label: onLeave ? t('queue-cases:onLeave', { label }) : label };
            })}
          value={agentIds}
          onChange={setAgentIds}
        />
      </div>
      <div className="queue-preview" role="status">
        {agentIds.length === 0 && <p className="muted">{t('queue-cases:needed')}</p>}
        {preview.isFetching && <PanelSkeleton lines={2} />}
        {preview.error !== undefined && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {shown && (
          <>
            <Loads taken={shown.collectors} collectors={collectors} />
            <RefusedCases
              rejected={shown.rejected}
              nameOf={(taskId) => cases.find(({ id }) => id === taskId)?.borrowerName}
            />
          </>
        )}
      </div>
    </Modal>
  );
}

interface LoadsProps {
  taken: BindingPreview['collectors'];
  collectors: readonly QueueCollector[];
}

/** How many cases each collector has, and would have. */
function Loads({ taken, collectors }: LoadsProps) {
  const columns: readonly SmallColumn<LoadsProps['taken'][number]>[] = [
    {
      field: 'agentId',
      head: 'queue-cases:agent',
      draw: ({ agentId }) => collectors.find(({ id }) => id === agentId)?.name,
    },
    { field: 'before', kind: 'count', draw: ({ before }) => before.openCases },
    {
      field: 'after',
      kind: 'count',
      draw: ({ before, after }) => `${after.openCases} (+${after.openCases - before.openCases})`,
    },
    {
      field: 'after',
      head: 'queue-cases:load.due',
      kind: 'money',
      draw: ({ after }) => <Money value={after.amountDue} />,
    },
  ];
  return (
    <SmallTable
      label="queue-cases:load.title"
      words="queue-cases:load"
      columns={columns}
      rows={taken}
      rowKey={({ agentId }) => agentId}
    />
  );
}
