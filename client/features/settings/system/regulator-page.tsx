import { useTranslation } from 'react-i18next';
import { FILE_FACTS } from '../../../../contract/supervision/complaint-months';
import { RegulatorTerms } from '../../../../contract/supervision/regulator-terms';
import { ConfiguredPage } from './configured-page';
import { useChangeRegulatorTermsMutation, useRegulatorTermsQuery } from './system-api';
import { REGULATOR_GROUPS } from './system-fields';

/** When a month of complaints is reported, and by which file. */
export function Component() {
  const [change] = useChangeRegulatorTermsMutation();
  return (
    <ConfiguredPage<'regulatorTerms'>
      place="regulatorTerms"
      schema={RegulatorTerms}
      groups={REGULATOR_GROUPS}
      answer={useRegulatorTermsQuery()}
      send={change}
      before={() => <Facts />}
    />
  );
}

/** Everything that a column may hold. */
function Facts() {
  const { t } = useTranslation('settings');
  return (
    <section className="card">
      <h2>{t('settings:fileFacts')}</h2>
      <dl className="file-facts">
        {FILE_FACTS.map((fact) => (
          <div key={fact}>
            <dt>
              <code>{fact}</code>
            </dt>
            <dd>{t(`settings:fileFact.${fact}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
