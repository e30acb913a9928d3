import './difference-table.css';
import { useWords } from '../../i18n/use-words';
import { textOf, wordOf } from './value-text';
import type { Difference } from './values';

/** What is different between two versions, a field a line. */
export function DifferenceTable({
  label,
  differences,
}: {
  label: string;
  differences: readonly Difference[];
}) {
  const { t, language } = useWords('settings', 'codes');
  if (differences.length === 0) return <p className="muted">{t('settings:history.same')}</p>;
  return (
    <table className="setting-differences" aria-label={label}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('settings:history.what')}</th>
          <th scope="col">{t('settings:history.before')}</th>
          <th scope="col">{t('settings:history.after')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, before, after }) => (
          <tr key={field.name}>
            <th scope="row">{t(`settings:field.${wordOf(field.name)}.label`)}</th>
            <td>
              <del>{textOf(field, before, t, language)}</del>
            </td>
            <td>
              <ins>{textOf(field, after, t, language)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
