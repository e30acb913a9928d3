import { useTranslation } from 'react-i18next';
import { questionsOf, type QualitySheetRow } from '../../../contract/supervision/quality';
import { useSheetVersionsQuery } from './quality-api';

/** The questions of each version, by which the calls drawn under it are judged. */
export function SheetVersions({ row }: { row: QualitySheetRow | null }) {
  const { t } = useTranslation('quality-sheets');
  const { data = [] } = useSheetVersionsQuery(row?.id ?? 0, { skip: row === null });
  if (data.length === 0) return null;
  return (
    <section className="card">
      <h2>{t('quality-sheets:versions')}</h2>
      {data.map(({ version, questions, samples }) => (
        <details key={version}>
          <summary>{t('quality-sheets:version', { version, count: samples })}</summary>
          <ol>
            {questionsOf(questions).map(({ text, weight }) => (
              <li key={text}>
                {text} <span className="muted">×{weight}</span>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}
