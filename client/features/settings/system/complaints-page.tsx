import { useTranslation } from 'react-i18next';
import { ComplaintTerms, FILE_FACTS } from '../../../../contract/supervision/complaint-months';
import { ConfiguredPage } from './configured-page';
import { useChangeComplaintTermsMutation, useComplaintTermsQuery } from './system-api';
import { COMPLAINT_GROUPS } from './system-fields';

/** When a month of complaints is reported, and by which file. */
export function Component() {
  const [change] = useChangeComplaintTermsMutation();
  return (
    <ConfiguredPage<'complaintTerms'>
      place="complaintTerms"
      schema={ComplaintTerms}
      groups={COMPLAINT_GROUPS}
      answer={useComplaintTermsQuery()}
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
