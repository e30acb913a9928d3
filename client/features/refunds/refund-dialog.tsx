import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import type { RefundCompletion, RefundRejection, RefundRow } from '../../../contract/refunds';
import { labelled } from '../../api/envelope';
import { useWords } from '../../i18n/use-words';
import { newRequestId } from '../../lib/request-id';
import { Money } from '../../ui/money';
import { isCallError } from '../../ui/states';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { useDecideRefundMutation } from './refunds-api';

export type Decision = 'complete' | 'reject';
type Said = Pick<RefundCompletion, 'reference' | 'voucher'> & Pick<RefundRejection, 'reason'>;

const FIELDS = { complete: ['reference', 'voucher'], reject: ['reason'] } as const;

interface DialogProps {
  refund: RefundRow;
  decision: Decision;
  onClose: () => void;
}

/** What is said of a refund that was paid back, or why it is not. */
export function RefundDialog({ refund, decision, onClose }: DialogProps) {
  useReturnFocus();
  const { t } = useWords('refunds');
  const [form] = Form.useForm<Said>();
  const [decide, { isLoading }] = useDecideRefundMutation();
  const [clientRequestId] = useState(newRequestId);
  const submit = async (said: Said) => {
    const { error } = await decide({
      refundId: refund.id,
      version: refund.version,
      clientRequestId,
      ...said,
    });
    if (!isCallError(error) || error.code !== '22') return onClose();
    form.setFields(
      error.fields.map((wrong) => {
        const name = wrong.field as keyof Said;
        return { name, errors: [labelled(wrong, t(`refunds:column.${name}`))] };
      }),
    );
  };
  return (
    <Modal
      open
      width={400}
      title={t(`refunds:ask.${decision}`, { name: refund.borrowerName })}
      okText={t(`refunds:act.${decision}`)}
      okButtonProps={{ danger: decision === 'reject' }}
      cancelText={t('common:action.cancel')}
      confirmLoading={isLoading}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="muted dialog-hint">
        <Money value={refund.amount} /> · {refund.loanId}
      </p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(said) => void submit(said)}>
        {FIELDS[decision].map((name, index) => {
          const label = t(`refunds:column.${name}`);
          const message = t('common:form.required', { field: label });
          return (
            <Form.Item
              key={name}
              name={name}
              label={label}
              rules={[{ required: true, whitespace: true, message }]}
            >
              <Input autoFocus={index === 0} autoComplete="off" maxLength={name === 'reason' ? 200 : 64} />
            </Form.Item>
          );
        })}
      </Form>
    </Modal>
  );
}
