import { App, Form, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { isCallError } from '../../ui/states';
import type { CallError } from '../../api/envelope';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { canEncrypt, encryptPassword, STRONG_PASSWORD } from '../../lib/secret';
import { closeSocket, openSocket } from '../../realtime/socket';
import { useChangePasswordMutation, usePasswordKeyMutation } from './account-api';
import { refusedFields } from './refused-fields';

interface Passwords {
  oldPassword: string;
  newPassword: string;
  repeated: string;
}

export default function PasswordDialog({
  onClose,
  onChanged,
}: {
  onClose: () => void;
  onChanged: () => void;
}) {
  useReturnFocus();
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const [form] = Form.useForm<Passwords>();
  const { change, busy } = useChange();
  const required = (what: string) => ({
    required: true,
    message: t('common:form.required', { field: what }),
  });
  const submit = async (passwords: Passwords) => {
    const refusal = await change(passwords);
    if (refusal) return form.setFields(refusedFields(refusal, t));
    void message.success(t('account:password.done'));
    onChanged();
  };
  return (
    <Modal
      open
      title={t('account:password.title')}
      okText={t('account:password.save')}
      cancelText={t('common:action.cancel')}
      onOk={() => form.submit()}
      onCancel={onClose}
      confirmLoading={busy}
      okButtonProps={{ disabled: !canEncrypt() }}
      width={400}
    >
      <p className="muted dialog-hint">
        {canEncrypt() ? t('account:password.hint') : t('common:error.no-crypto')}
      </p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void submit(values)}>
        <Form.Item
          name="oldPassword"
          label={t('account:password.old')}
          rules={[required(t('account:password.old'))]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('account:password.new')}
          rules={[
            required(t('account:password.new')),
            { pattern: STRONG_PASSWORD, message: t('account:password.weak') },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="repeated"
          label={t('account:password.repeat')}
          dependencies={['newPassword']}
          rules={[
            required(t('account:password.repeat')),
            ({ getFieldValue }) => ({
              validator: async (_, value) => {
                if (value && value !== getFieldValue('newPassword'))
                  throw new Error(t('account:password.differs'));
              },
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** Null when changed, else why not. */
function useChange() {
  const [askKey, key] = usePasswordKeyMutation();
  const [send, sent] = useChangePasswordMutation();
  const change = async ({ oldPassword, newPassword }: Passwords): Promise<CallError | null> => {
    try {
      // A new password ends every session, this one too: its push is no news here.
      closeSocket();
      const rsa = await askKey().unwrap();
      await send({
        oldPassword: await encryptPassword(oldPassword, rsa),
        newPassword: await encryptPassword(newPassword, rsa),
        keyId: rsa.keyId,
      }).unwrap();
      return null;
    } catch (error) {
      openSocket();
      if (isCallError(error)) return error;
      throw error;
    }
  };
  return { change, busy: key.isLoading || sent.isLoading };
}
