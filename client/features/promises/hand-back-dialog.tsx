import './promises.css';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedPromise } from '../../../contract/cases/promises';
import { newRequestId } from '../../lib/request-id';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { RefusedCases } from '../../domain/cases/refused-cases';
import { useUndo } from '../../domain/cases/use-undo';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useHandBackMutation, useHandBackPreviewQuery } from './promises-api';

interface HandBackDialogProps {
  promises: readonly ListedPromise[];
  onClose: () => void;
}

/** Which of the marked cases would go back to their queue, before they do. */
export function HandBackDialog({ promises, onClose }: HandBackDialogProps) {
  useReturnFocus();
  const { t } = useTranslation('promises');
  const undo = useUndo();
  // The rows change under the dialog as soon as one of them moves: what was marked is what is handed back.
  const [cases] = useState(() => [...new Map(promises.map((each) => [each.taskId, each])).values()]);
  const [filter] = useState(() => ({
    taskIds: cases.map(({ taskId }) => taskId),
    versions: cases.map(({ version }) => version),
  }));
  const preview = useHandBackPreviewQuery(filter);
  const [handBack, { isLoading }] = useHandBackMutation();
  const accepted = preview.currentData?.accepted ?? [];
  const submit = async () => {
    const answer = await handBack({ ...filter, clientRequestId: newRequestId() });
    if (answer.error) return;
    undo(answer);
    onClose();
  };
  return (
    <Modal
      open
      width={440}
      title={t('promises:ask.handBack', { count: cases.length })}
      okText={t('promises:act.handBack')}
      okButtonProps={{ disabled: accepted.length === 0 }}
      cancelText={t('common:action.cancel')}
      confirmLoading={isLoading}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className="hand-back" role="status">
        {preview.isFetching && <PanelSkeleton lines={2} />}
        {preview.error !== undefined && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {preview.currentData && (
          <>
            <p>{t('promises:goes', { count: accepted.length })}</p>
            <RefusedCases
              rejected={preview.currentData.rejected}
              nameOf={(taskId) => cases.find((each) => each.taskId === taskId)?.borrowerName}
            />
          </>
        )}
      </div>
    </Modal>
  );
}
