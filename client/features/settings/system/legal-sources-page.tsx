import { useTranslation } from 'react-i18next';
import { LEGAL_RULES, LegalSources, sourceOf } from '../../../../contract/contact/legal-sources';
import { useLanguage } from '../../../i18n/use-language';
import { formatDay } from '../../../lib/format';
import { ConfiguredPage } from './configured-page';
import { useChangeLegalSourcesMutation, useLegalSourcesQuery } from './system-api';
import { LEGAL_GROUPS } from './system-fields';

/** Texts that counsel has compared the legal rules with: refusals and evidence name them. */
export function Component() {
  const [change] = useChangeLegalSourcesMutation();
  return (
    <ConfiguredPage<'legalSources'>
      place="legalSources"
      schema={LegalSources}
      groups={LEGAL_GROUPS}
      answer={useLegalSourcesQuery()}
      send={change}
      before={() => <Rules />}
    />
  );
}

/** Names that a line may begin with, and what stands for each until counsel writes one. */
function Rules() {
  const { t } = useTranslation(['settings', 'guard']);
  const language = useLanguage();
  return (
    <section className="card">
      <h2>{t('settings:legalRules')}</h2>
      <dl className="file-facts">
        {LEGAL_RULES.map((rule) => (
          <div key={rule}>
            <dt>
              <code>{rule}</code>
            </dt>
            <dd>
              {t(`guard:rule.${rule}`)}. {t(`guard:source.${sourceOf(rule).source!.citation!}`)}{' '}
              {t('guard:source.since', { day: formatDay(sourceOf(rule).source!.effectiveOn, language) })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
