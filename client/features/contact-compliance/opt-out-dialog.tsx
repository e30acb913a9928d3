import { App } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { records, type Recorded } from '../../domain/cases/records';
import { useOptOutMutation } from './contact-compliance-api';

/** A number on a blacklist may be an opt-out, and only who heard it knows: asks after such a record, wherever one is by then. */
export function OptOutDialog() {
  const { t } = useTranslation('guard');
  const { modal, message } = App.useApp();
  const [optOut] = useOptOutMutation();
  const ask = useEffectEvent(({ taskId, contactId, callStatus }: Recorded) => {
    if (callStatus !== 'BLACKLIST' || contactId === null) return;
    modal.confirm({
      title: t('guard:opt-out.question'),
      okText: t('guard:opt-out.yes'),
      cancelText: t('guard:opt-out.no'),
      onOk: async () => {
        const answer = await optOut({ taskId, contactId, channel: null, note: '' });
        if (!answer.error) void message.success(t('guard:opt-out.done'));
      },
    });
  });
  useEffect(() => records.listen(ask), []);
  return null;
}
