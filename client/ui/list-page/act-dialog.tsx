import { Form, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { labelled } from '../../api/envelope';
import { useWords } from '../../i18n/use-words';
import { useReturnFocus } from '../layers/use-return-focus';
import { isCallError } from '../states';

/** A text that an act needs, under `<words>:column.<name>`. */
export interface Need {
  name: string;
  most: number;
}
export type Said = Record<string, string>;

interface ActDialogProps {
  title: string;
  label: string;
  danger: boolean;
  words: string;
  needs: readonly Need[];
  about: ReactNode;
  /** @returns what was refused, or undefined */
  submit: (said: Said) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for what an act needs. What the server refuses of it stands at its field, and the dialog stays. */
export function ActDialog(props: ActDialogProps) {
  const { title, label, danger, words, needs, about, submit, onClose } = props;
  useReturnFocus();
  const { t } = useWords(words);
  const [form] = Form.useForm<Said>();
  const [busy, setBusy] = useState(false);
  const finish = async (said: Said) => {
    setBusy(true);
    const error = await submit(said);
    setBusy(false);
    if (!isCallError(error) || error.code !== '22') return onClose();
    form.setFields(
      error.fields.map((wrong) => ({
        name: wrong.field,
        errors: [labelled(wrong, t(`${words}:column.${wrong.field}`))],
      })),
    );
  };
  return (
    <Modal
      open
      width={400}
      title={title}
      okText={label}
      okButtonProps={{ danger }}
      cancelText={t('common:action.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {about && <p className="muted dialog-hint">{about}</p>}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(said) => void finish(said)}>
        {needs.map(({ name, most }, index) => {
          const field = t(`${words}:column.${name}`);
          const message = t('common:form.required', { field });
          return (
            <Form.Item
              key={name}
              name={name}
              label={field}
              rules={[{ required: true, whitespace: true, message }]}
            >
              <Input autoFocus={index === 0} autoComplete="off" maxLength={most} />
            </Form.Item>
          );
        })}
      </Form>
    </Modal>
  );
}
