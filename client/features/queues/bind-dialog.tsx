import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoundCases } from '../../../contract/cases/case-moves';
import type { QueueCollector, QueueCase } from '../../../contract/team/queues';
import { GenericSelect } from '../../ui/generic-select';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { Money } from '../../ui/money';
import { RefusedCases } from '../../domain/cases/refused-cases';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useBindCasesMutation, useBindPreviewQuery } from './queues-api';

interface BindDialogProps {
  cases: readonly QueueCase[];
  collectors: readonly QueueCollector[];
  onDone: (answer: { data?: BoundCases }) => void;
  onClose: () => void;
}

/** To whom the marked cases go, and what that means before it is done. */
export function BindDialog({ cases, collectors, onDone, onClose }: BindDialogProps) {
  useReturnFocus();
  const { t } = useTranslation('queue-cases');
  const [agentId, setCollectorId] = useState<number>();
  const place = useRef<HTMLDivElement>(null);
  const [bind, { isLoading }] = useBindCasesMutation();
  const taskIds = cases.map(({ id }) => id);
  const preview = useBindPreviewQuery({ taskIds, agentId: agentId! }, { skip: agentId === undefined });
  const accepted = preview.currentData?.accepted ?? [];
  const submit = async () => {
    const versions = cases.map(({ version }) => version);
    const answer = await bind({ taskIds, agentId: agentId!, versions });
    if (answer.error) return;
    onDone(answer);
    onClose();
  };
  return (
    <Modal
      open
      width={460}
      title={t('queue-cases:ask.bind', { count: cases.length })}
      okText={t('queue-cases:act.bind')}
      okButtonProps={{ disabled: accepted.length === 0 }}
      cancelText={t('common:action.cancel')}
      confirmLoading={isLoading}
      onOk={() => void submit()}
      onCancel={onClose}
      afterOpenChange={(open) => open && place.current?.querySelector('input')?.focus()}
    >
      <div ref={place}>
        <GenericSelect
          className="queue-agent"
          label={t('queue-cases:agent')}
          choices={collectors
            .filter(({ enabled }) => enabled)
            .toSorted((one, other) => Number(one.onLeave) - Number(other.onLeave))
            .map(({ id, name, openCases, onLeave }) => {
              const label = t('queue-cases:agentWith', { name, count: openCases });
              return { value: id, label: onLeave ? t('queue-cases:onLeave', { label }) : label };
            })}
          value={agentId}
          onChange={setCollectorId}
        />
      </div>
      <div className="queue-preview" role="status">
        {agentId === undefined && <p className="muted">{t('queue-cases:needed')}</p>}
        {preview.isFetching && <PanelSkeleton lines={2} />}
        {preview.error !== undefined && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {preview.currentData && (
          <>
            <p>
              {t('queue-cases:load', {
                before: preview.currentData.before.openCases,
                after: preview.currentData.after.openCases,
              })}{' '}
              · {t('queue-cases:dueAfter')} <Money value={preview.currentData.after.amountDue} />
            </p>
            <RefusedCases
              rejected={preview.currentData.rejected}
              nameOf={(taskId) => cases.find(({ id }) => id === taskId)?.borrowerName}
            />
          </>
        )}
      </div>
    </Modal>
  );
}
