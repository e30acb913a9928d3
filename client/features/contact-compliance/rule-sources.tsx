import { useTranslation } from 'react-i18next';
import type { ComplianceRule } from '../../../contract/contact/contact-compliance';
import { type RuleSource, sourceOf } from '../../../contract/contact/legal-sources';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';

/** The law or the policy that each rule rests on, since when, and whether one may ask for an exception. */
export function RuleSources({
  rules,
  counsel,
}: {
  rules: readonly ComplianceRule[];
  counsel: string | null;
}) {
  const { t } = useTranslation('guard');
  if (rules.length === 0) return null;
  return (
    <details className="guard-sources">
      <summary>{t('guard:source.title')}</summary>
      <div className="guard-sources-place" role="region" aria-label={t('guard:source.title')} tabIndex={0}>
        <dl>
          {[...new Set(rules)].map((rule) => (
            <Source key={rule} of={sourceOf(rule, counsel)} />
          ))}
        </dl>
      </div>
    </details>
  );
}

function Source({ of: { rule, source, mayAsk } }: { of: RuleSource }) {
  const { t } = useTranslation('guard');
  const language = useLanguage();
  const text = source
    ? [
        source.citation ? t(`guard:source.${source.citation}`) : `${source.text} (${source.jurisdiction});`,
        t('guard:source.since', { day: formatDay(source.effectiveOn, language) }),
        source.confirmedBy
          ? t('guard:source.confirmed', { name: source.confirmedBy })
          : t('guard:source.unconfirmed'),
      ]
    : [t(mayAsk ? 'guard:source.house' : 'guard:source.fact')];
  return (
    <div>
      <dt>{t(`guard:rule.${rule}`)}</dt>
      <dd className="muted">
        {[...text, t(mayAsk ? 'guard:source.mayAsk' : 'guard:source.final')].filter(Boolean).join(' ')}
      </dd>
    </div>
  );
}
