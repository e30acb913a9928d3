import { Form, Input, type InputRef, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EMERGENCY_RELATIONS, type SaveEmergencyContact } from '../../../contract/cases/borrowers';
import { labelled } from '../../api/envelope';
import { Button } from '../../ui/button';
import { isCallError } from '../../ui/states';
import { useSaveEmergencyContactMutation } from './borrowers-api';

type NewContact = Omit<Extract<SaveEmergencyContact, { phone: string }>, 'taskId'>;

export function EmergencyForm({ taskId }: { taskId: number }) {
  const { t } = useTranslation(['borrowers', 'codes']);
  const [open, setOpen] = useState(false);
  const first = useRef<InputRef>(null);
  // The form stands where its button was: the cursor goes on in it.
  useEffect(() => first.current?.focus(), [open]);
  const [form] = Form.useForm<NewContact>();
  const [save, { isLoading }] = useSaveEmergencyContactMutation();
  if (!open) {
    return (
      <Button small onClick={() => setOpen(true)}>
        {t('borrowers:emergency.add')}
      </Button>
    );
  }
  const submit = async (contact: NewContact) => {
    const { error } = await save({ taskId, ...contact });
    if (!error) return setOpen(false);
    if (!isCallError(error)) return;
    const fields = error.fields.filter(({ field }) => field in contact);
    form.setFields(
      fields.length > 0
        ? fields.map((wrong) => {
            const name = wrong.field as keyof NewContact;
            return { name, errors: [labelled(wrong, t(`borrowers:column.${name}`))] };
          })
        : [{ name: 'phone', errors: [error.message] }],
    );
  };
  const rule = (what: string) => [{ required: true, message: t('common:form.required', { field: what }) }];
  const [name, phone, relation] = [
    t('borrowers:column.name'),
    t('borrowers:column.phone'),
    t('borrowers:column.relation'),
  ];
  return (
    <Form
      form={form}
      size="small"
      className="emergency-form"
      requiredMark={false}
      aria-label={t('borrowers:emergency.add')}
      onFinish={(values) => void submit(values)}
    >
      <Form.Item name="name" rules={rule(name)}>
        <Input ref={first} placeholder={name} aria-label={name} maxLength={120} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" rules={rule(phone)}>
        <Input placeholder={phone} aria-label={phone} maxLength={24} inputMode="tel" autoComplete="off" />
      </Form.Item>
      <Form.Item name="relation" rules={rule(relation)}>
        <Select
          placeholder={relation}
          aria-label={relation}
          options={EMERGENCY_RELATIONS.map((code) => ({ value: code, label: t(`codes:relation.${code}`) }))}
        />
      </Form.Item>
      <Button type="submit" busy={isLoading}>
        {t('common:action.save')}
      </Button>
      <Button quiet onClick={() => setOpen(false)}>
        {t('common:action.cancel')}
      </Button>
    </Form>
  );
}
