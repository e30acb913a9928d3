import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { type Difference, labelKeys } from './fields';
import { type Options, textOf } from './value-text';

interface DifferenceTableProps {
  label: string;
  differences: readonly Difference[];
  words: string;
  options?: Options;
}

export function DifferenceTable({ label, differences, words, options }: DifferenceTableProps) {
  const { t } = useTranslation([words, 'forms', 'codes']);
  const language = useLanguage();
  if (differences.length === 0) return <p className="muted">{t('forms:difference.same')}</p>;
  return (
    <table className="differences" aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('forms:difference.what')}</th>
          <th scope="col">{t('forms:difference.before')}</th>
          <th scope="col">{t('forms:difference.after')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, before, after }) => (
          <tr key={field.name}>
            <th scope="row">{t(labelKeys(words, field))}</th>
            <td>
              <del>{textOf(field, before, t, language, options)}</del>
            </td>
            <td>
              <ins>{textOf(field, after, t, language, options)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
