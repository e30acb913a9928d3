import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { KNOWN_PARAMS, type SendChannel, type TemplateTexts } from '../../../contract/contact/message-texts';
import type { MessageLimits } from '../../../contract/contact/messages';
import { LANGUAGE_NAMES, type Language } from '../../../contract/codes';
import { lintTemplate } from '../../../contract/contact/message-template-lint';
import { THREATS } from '../../../contract/contact/message-template-words';

interface FindingsProps {
  texts: TemplateTexts;
  channel: SendChannel;
  limits: MessageLimits;
}

/** Findings to be mended before the template is active, while it is written. */
export function TemplateFindings({ texts, channel, limits }: FindingsProps) {
  const { t } = useTranslation('templates');
  const findings = lintTemplate(texts, channel, limits);
  const isWritten = Object.values(texts).some((text) => text?.trim());
  return (
    <section className="card" aria-label={t('templates:check.title')}>
      <div className="card-head">
        <h2>{t('templates:check.title')}</h2>
        {isWritten && (
          <span className={findings.length === 0 ? 'tag tag-good' : 'tag tag-warn'} role="status">
            {findings.length === 0
              ? t('templates:check.passes')
              : t('templates:check.findings', { count: findings.length })}
          </span>
        )}
      </div>
      <p className="card-hint">
        {t('templates:check.params')} <code>{KNOWN_PARAMS.map((name) => `{{${name}}}`).join(' ')}</code>
      </p>
      <p className="card-hint">
        <Link to="/settings/messagePlaces">{t('templates:check.places')}</Link>
      </p>
      <p className="card-hint muted">{t('templates:check.hint', { version: THREATS.version })}</p>
      <ul className="template-findings">
        {findings.map(({ field, rule, ...found }) => (
          <li key={`${field} ${rule} ${found.param}`}>
            <strong>{LANGUAGE_NAMES[field.slice(-2) as Language]}:</strong>{' '}
            {t(`templates:check.${rule.slice('template.'.length)}`, found)}
          </li>
        ))}
      </ul>
    </section>
  );
}
