import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { useAnswerScoreMutation } from './quality-api';

/** The collector's word on the score. */
export function AnswerForm({ sampleId }: { sampleId: number }) {
  const { t } = useTranslation('quality');
  const [text, setText] = useState('');
  const [answer, { isLoading }] = useAnswerScoreMutation();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isLoading) return;
    void answer({ sampleId, text: text.trim(), clientRequestId: newRequestId() });
  };
  return (
    <form onSubmit={submit}>
      <label className="quality-remark">
        {t('quality:reply.own')}
        <textarea value={text} maxLength={1_000} onChange={({ target }) => setText(target.value)} />
      </label>
      <Button type="submit" primary busy={isLoading}>
        {t('quality:reply.send')}
      </Button>
    </form>
  );
}
