import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import { Button } from '../../ui/button';
import { Time } from '../../ui/dates/time';
import { useCallOutMessagesQuery, useLeaveMessageMutation, useUserContactsQuery } from './borrowers-api';

export function CallOutMessages({ info, mayRecord }: { info: CaseInfo; mayRecord: boolean }) {
  const { t } = useTranslation('borrowers');
  const { data } = useCallOutMessagesQuery(info.id);
  return (
    <section>
      <h3>{t('borrowers:message.title')}</h3>
      {data?.length === 0 && <p className="muted">{t('borrowers:message.none')}</p>}
      <ul className="remarks">
        {data?.map(({ id, time, contactName, message, creator }) => (
          <li key={id}>
            <span className="remark-text">{message}</span>
            <span className="muted">
              <Time value={time} /> · {[contactName, creator].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {mayRecord && <MessageForm info={info} />}
    </section>
  );
}

function MessageForm({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('borrowers');
  const { data } = useUserContactsQuery(info.id);
  const [leave, { isLoading }] = useLeaveMessageMutation();
  const [message, setMessage] = useState('');
  const [contactId, setContactId] = useState<number | undefined>();
  const text = message.trim();
  const send = async () => {
    const answer = await leave({ taskId: info.id, contactId: contactId ?? null, message: text });
    if (!answer.error) setMessage('');
  };
  return (
    <form
      className="remark-form message-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text) void send();
      }}
    >
      <Select
        size="small"
        allowClear
        placeholder={t('borrowers:message.with')}
        aria-label={t('borrowers:message.with')}
        value={contactId}
        onChange={setContactId}
        options={data?.contacts.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      />
      <Input
        size="small"
        value={message}
        maxLength={500}
        placeholder={t('borrowers:message.placeholder')}
        aria-label={t('borrowers:message.placeholder')}
        onChange={(event) => setMessage(event.target.value)}
      />
      <Button small type="submit" busy={isLoading} disabled={!text}>
        {t('common:action.save')}
      </Button>
    </form>
  );
}
