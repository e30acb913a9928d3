import { Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelled } from '../../api/envelope';
import { DateInput } from '../dates/date-input';
import { PictureInput } from '../entity-form/picture-input';
import { useReturnFocus } from '../layers/use-return-focus';
import { isCallError } from '../states';

/**
 * A field of an act, under `<words>:column.<name>`: a text of at most so many letters, a time, a day, one of these choices or an
 * amount in pesos (`open`: it may be left out), or a picture or a yes that may be left out.
 */
export type ActionField =
  | { name: string; most: number; open?: true }
  | { name: string; moment: true; open?: true }
  | { name: string; day: true; min?: string; max?: string }
  | { name: string; choices: readonly { value: string; label: string }[]; open?: true }
  | { name: string; money: true; open?: true }
  | { name: string; picture: true }
  | { name: string; yes: true };
/** Each as text: an amount in pesos, a yes as "true". */
export type ActionInput = Record<string, string | undefined>;

interface ActionDialogProps {
  title: string;
  label: string;
  danger: boolean;
  words: string;
  needs: readonly ActionField[];
  about: ReactNode;
  /** @returns what was refused, or undefined */
  submit: (input: ActionInput) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for what an act needs. What the server refuses of it stands at its field, and the dialog stays. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, label, danger, words, needs, about, submit, onClose } = props;
  useReturnFocus();
  const { t } = useTranslation(words);
  const [form] = Form.useForm<ActionInput>();
  const [busy, setBusy] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const finish = async (filled: Record<string, unknown>) => {
    setBusy(true);
    const error = await submit(asText(filled));
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
      afterOpenChange={(open) => open && begin(body.current, needs[0])}
    >
      {about && <div className="muted dialog-hint">{about}</div>}
      <div ref={body}>
        <Form form={form} layout="vertical" requiredMark={false} onFinish={(filled) => void finish(filled)}>
          {needs.map((need) => {
            const { name } = need;
            const field = t(`${words}:column.${name}`);
            if ('picture' in need)
              return (
                <Form.Item key={name} name={name} label={field}>
                  <PictureField label={field} />
                </Form.Item>
              );
            const message = t('common:form.required', { field });
            if ('yes' in need)
              return (
                <Form.Item key={name} name={name} valuePropName="checked">
                  <Checkbox>{field}</Checkbox>
                </Form.Item>
              );
            const required = !('open' in need);
            const rules = [{ required, message, ...('most' in need && { whitespace: required }) }];
            return (
              <Form.Item key={name} name={name} label={field} rules={rules}>
                {'most' in need ? (
                  <Input autoComplete="off" maxLength={need.most} />
                ) : 'moment' in need ? (
                  <WhenField label={field} kind="moment" />
                ) : 'day' in need ? (
                  <WhenField label={field} kind="day" min={need.min} max={need.max} />
                ) : 'money' in need ? (
                  <InputNumber prefix="$" min={0.01} precision={2} />
                ) : (
                  <Select
                    allowClear={!required}
                    showSearch={{ optionFilterProp: 'label' }}
                    options={[...need.choices]}
                  />
                )}
              </Form.Item>
            );
          })}
        </Form>
      </div>
    </Modal>
  );
}

/** antd gives the focus to the dialog's cross, whatever asks for it before. A calendar would open over what is asked. */
function begin(body: HTMLElement | null, first: ActionField | undefined): void {
  if (first && !('moment' in first || 'day' in first))
    body?.querySelector<HTMLElement>('input, button')?.focus();
}

function asText(filled: Record<string, unknown>): ActionInput {
  const input = Object.entries(filled).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(input.map(([name, value]) => [name, String(value)]));
}

type PictureFieldProps = { label: string; id?: string; value?: string; onChange?: (value?: string) => void };

function PictureField({ value, onChange, ...field }: PictureFieldProps) {
  return (
    <PictureInput
      {...field}
      value={value ?? null}
      onChange={(next) => onChange?.(typeof next === 'string' ? next : undefined)}
    />
  );
}

interface WhenFieldProps {
  label: string;
  kind: 'moment' | 'day';
  min?: string | undefined;
  max?: string | undefined;
  id?: string;
  value?: string;
  onChange?: (value?: string) => void;
}

/** antd's form hands over the value, and what ties the field to its label. */
function WhenField({ value, onChange, min, max, ...field }: WhenFieldProps) {
  return (
    <DateInput
      {...field}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? undefined)}
    />
  );
}
