import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { UNDO_MS, type BoundCases } from '../../../contract/cases/case-moves';
import { Button } from '../../ui/button';
import { useUndoBindingMutation } from './bindings-api';

/** Tells what was bound or unbound, and offers it back for as long as the server takes it back. */
export function useUndo(onChange?: () => void): (answer: { data?: BoundCases }) => void {
  const { t } = useTranslation('lists');
  const { notification } = App.useApp();
  const [undo] = useUndoBindingMutation();
  return ({ data }) => {
    if (!data) return;
    onChange?.();
    const { accepted, rejected, bindId } = data;
    const key = `binding-${bindId}`;
    const takeBack = () => {
      notification.destroy(key);
      void undo(bindId!).then((answer) => {
        if (answer.data) {
          onChange?.();
          notification.success({
            title: t('lists:undone', { count: answer.data.accepted.length }),
            description:
              answer.data.rejected.length > 0 && t('lists:kept', { count: answer.data.rejected.length }),
          });
        }
      });
    };
    notification.open({
      key,
      type: accepted.length > 0 ? 'success' : 'warning',
      duration: UNDO_MS / 1_000,
      title: t('lists:moved', { count: accepted.length }),
      description: rejected.length > 0 && t('lists:refused', { count: rejected.length }),
      actions: bindId !== null && (
        <Button small onClick={takeBack}>
          {t('lists:undo')}
        </Button>
      ),
    });
  };
}
