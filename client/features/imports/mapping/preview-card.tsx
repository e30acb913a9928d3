import { useTranslation } from 'react-i18next';
import type {
  ImportColumn,
  ImportPreview,
  PreviewDoubt,
  PreviewFault,
} from '../../../../contract/cases/import-mapping';
import { useLanguage } from '../../../i18n/use-language';
import { formatCount } from '../../../lib/format';
import { GenericSelect } from '../../../ui/generic-select';
import { SmallTable, type SmallColumn } from '../../../ui/tables/small-table';
import { choicesOf, sourceOf, withMeaning } from './sources';
import type { MappedFile } from './use-mapped-file';

interface Props {
  draft: MappedFile;
  preview: ImportPreview;
  onChange: (changes: Pick<MappedFile, 'mapping'>) => void;
}

const FIGURES = ['rowsRead', 'rowsNew', 'rowsUnchanged', 'rowsRefused'] as const;
const DOUBT_COLUMNS: readonly SmallColumn<PreviewDoubt>[] = [
  { field: 'line', kind: 'count' },
  { field: 'doubt', kind: 'code', words: 'import-mapping:doubt' },
  { field: 'value' },
  { field: 'rows', kind: 'count' },
];

/** Effects that an import of the file would have. A text that is refused can be given a meaning here. */
export function PreviewCard({ draft, preview, onChange }: Props) {
  const { t } = useTranslation(['import-mapping', 'imports', 'import-columns', 'codes']);
  const language = useLanguage();
  const { look, mapping, judged } = draft;
  const faults: readonly SmallColumn<PreviewFault>[] = [
    { field: 'line', kind: 'count' },
    { field: 'field', draw: ({ field }) => t(`import-columns:name.${field}`, { defaultValue: field }) },
    { field: 'value', draw: ({ value }) => value ?? '' },
    { field: 'reason', head: 'common:field.reason', kind: 'code', words: 'imports:reason' },
    { field: 'rows', kind: 'count' },
    {
      field: 'field',
      head: 'import-mapping:column.meaning',
      draw: ({ field, value }) => {
        const source = sourceOf(mapping, field as ImportColumn);
        const choices = value !== null && source?.heading !== undefined && choicesOf(field, look, t);
        if (!choices) return null;
        return (
          <GenericSelect<string>
            label={t('import-mapping:means', { text: value })}
            choices={choices}
            value={source?.values?.[value]}
            onChange={(meaning) =>
              onChange({ mapping: withMeaning(mapping, field as ImportColumn, value, meaning) })
            }
          />
        );
      },
    },
  ];
  return (
    <section className="card import-card" aria-label={t('import-mapping:preview')}>
      <div className="card-head">
        <h2>{t('import-mapping:preview')}</h2>
      </div>
      <p role="status" className={judged === mapping ? 'muted' : 'import-stale'}>
        {judged === mapping
          ? t(preview.isWhole ? 'import-mapping:whole' : 'import-mapping:part')
          : t('import-mapping:stale')}
      </p>
      <dl className="import-figures">
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt>{t(`import-mapping:figure.${figure}`)}</dt>
            <dd className="figure">{formatCount(preview[figure], language)}</dd>
          </div>
        ))}
      </dl>
      {preview.faults.length > 0 && (
        <>
          <h3>{t('import-mapping:faults')}</h3>
          <SmallTable
            label="import-mapping:faults"
            words="import-mapping:column"
            columns={faults}
            rows={preview.faults}
            rowKey={(_, at) => at}
          />
        </>
      )}
      {preview.doubts.length > 0 && (
        <>
          <h3>{t('import-mapping:doubts')}</h3>
          <SmallTable
            label="import-mapping:doubts"
            words="import-mapping:column"
            columns={DOUBT_COLUMNS}
            rows={preview.doubts}
            rowKey={(_, at) => at}
          />
        </>
      )}
    </section>
  );
}
