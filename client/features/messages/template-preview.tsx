import './messages.css';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, type Language } from '../../../contract/codes';
import { freeParamsOf, type CaseFacts, type SendChannel } from '../../../contract/contact/message-texts';
import type { MessageLimits } from '../../../contract/contact/messages';
import { LANGUAGE_TAGS } from '../../lib/language';
import { composed } from './message-draft';
import { useTemplateSampleQuery } from './templates-api';
import { MessageCount, MessageText } from './message-text';

/** An ordinary case, and what somebody would write. */
const CASE: CaseFacts = {
  borrowerName: 'Guadalupe Hernández',
  amount: 435_168,
  loanId: 'L-1048823',
  appName: 'Colibrí',
  penaltyDate: '2026-11-21',
  agentName: 'Ana Ruiz',
};
const TYPED = { time: '16:30', day: '2026-11-24', text: 'OXXO, Av. Juárez 12', place: 'OXXO' };

interface PreviewProps {
  texts: Readonly<Record<Language, string>>;
  channel: SendChannel;
  limits: MessageLimits;
}

/** How each text will be read, and what it costs on the air. A parameter that nobody fills stands there by its name. */
export function TemplatePreview({ texts, channel, limits }: PreviewProps) {
  const { t } = useTranslation('templates');
  const [loanId, setLoanId] = useState('');
  const { currentData: facts = CASE, isFetching } = useTemplateSampleQuery({ loanId }, { skip: !loanId });
  const written = (['es', 'en', 'cn'] as const).filter((language) => texts[language].trim());
  return (
    <section className="card" aria-label={t('templates:preview.title')} aria-live="polite">
      <div className="card-head">
        <h2>{t('templates:preview.title')}</h2>
      </div>
      <p className="card-hint muted">
        {t(facts === CASE ? 'templates:preview.hint' : 'templates:preview.real', { loanId })}
      </p>
      <Input.Search
        size="small"
        maxLength={64}
        allowClear
        loading={isFetching}
        aria-label={t('templates:preview.case')}
        placeholder={t('templates:preview.case')}
        onSearch={(value) => setLoanId(value.trim())}
      />
      {written.map((language) => {
        const body = texts[language];
        const declared = freeParamsOf(body).filter(
          ({ name, format }) => format === 'place' || body.includes(`{{${name}:${format}}}`),
        );
        const typed = Object.fromEntries(declared.map(({ name, format }) => [name, TYPED[format]]));
        const text = composed({ body, channel }, typed, facts, limits);
        return (
          <div key={language} className="template-preview">
            <div className="template-head">
              <strong>{LANGUAGE_NAMES[language]}</strong>
              <MessageCount text={text} />
            </div>
            <p className="sms-preview" lang={LANGUAGE_TAGS[language]}>
              <MessageText parts={text.parts} />
            </p>
          </div>
        );
      })}
      {written.length === 0 && <p className="muted">{t('templates:preview.none')}</p>}
    </section>
  );
}
