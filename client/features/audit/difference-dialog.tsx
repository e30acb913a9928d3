import '../../ui/entity-form/entity-form.css';
import { App, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '../../../contract/administration/audit';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { useRevertChangeMutation } from './audit-api';
import { differencesOf, useAuditWords } from './audit-words';

/** A change's effect, field by field, and its revert where there is one. */
export function DifferenceDialog({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation(['audit', 'forms']);
  const words = useAuditWords();
  const { message } = App.useApp();
  const [revertChange, { isLoading }] = useRevertChangeMutation();
  const submit = async () => {
    const { data, error } = await revertChange({ id: row.id });
    if (error) return;
    void message.success(t(data?.approvalId ? 'forms:asked' : 'audit:back.done'));
    onClose();
  };
  return (
    <Modal
      open
      width={640}
      title={words.event(row.name)}
      okText={t('audit:back.act')}
      okButtonProps={{ hidden: !row.mayPutBack }}
      cancelText={t('audit:close')}
      confirmLoading={isLoading}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {row.mayPutBack && <p className="muted">{t('audit:back.hint')}</p>}
      <table className="differences" aria-label={words.event(row.name)}>
        <thead>
          <tr>
            <th scope="col">{t('audit:field')}</th>
            <th scope="col">{t('audit:before')}</th>
            <th scope="col">{t('audit:after')}</th>
          </tr>
        </thead>
        <tbody>
          {differencesOf(row).map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{words.field(row.name, field)}</th>
              <td>
                <del>{words.value(row, field, before)}</del>
              </td>
              <td>
                <ins>{words.value(row, field, after)}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
