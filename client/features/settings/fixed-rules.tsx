import { useTranslation } from 'react-i18next';
import type { PolicyAnswer } from '../../../contract/contact/policy';
import { LockIcon } from '../../ui/icons';
import { FIXED_RULES } from '../../domain/settings/policy-fields';

type Kind = PolicyAnswer['rules'][keyof PolicyAnswer['rules']];

/** Whether it is law or the company's own rule, and who may set it aside. */
export function RuleKind({ kind, stricter = false }: { kind: Kind; stricter?: boolean }) {
  const { t } = useTranslation('settings');
  if (kind === 'policy')
    return (
      <span className="setting-kind">
        <span className="tag tag-plain">{t('settings:kind.policy')}</span>
        {t('settings:kind.policy-hint')}
      </span>
    );
  return (
    <span className="setting-kind">
      <span className="tag tag-warn">
        <LockIcon /> {t(stricter ? 'settings:kind.stricter' : 'settings:kind.law')}
      </span>
      {t('settings:kind.law-hint')}
    </span>
  );
}

export function FixedRules({ rules }: { rules: PolicyAnswer['rules'] }) {
  const { t } = useTranslation(['settings', 'guard']);
  return (
    <section className="card card-law" aria-label={t('settings:fixed.title')}>
      <header className="card-head">
        <h2>{t('settings:fixed.title')}</h2>
      </header>
      <p className="muted">{t('settings:fixed.hint')}</p>
      <dl className="setting-fixed">
        {FIXED_RULES.map((rule) => (
          <div key={rule}>
            <dt>
              <LockIcon /> {t(`guard:rule.${rule}`)}{' '}
              <span className="tag">{t(`settings:fixed.kind.${rules[rule]}`)}</span>
            </dt>
            <dd className="muted">{t(`settings:fixed.rule.${rule}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
