import { useTranslation } from 'react-i18next';
import type { BoundField } from '../../../contract/contact/policy';
import { DifferenceTable } from '../../ui/entity-form/difference-table';
import { differences, type Field } from '../../ui/entity-form/fields';
import type { Values } from '../../ui/entity-form/values';

interface FromAboveProps {
  fields: readonly Field[];
  own: Values;
  inForce: Values;
  bound: readonly BoundField[];
}

/** Rules that an institution above makes stricter, by level: the own value, and the one that holds. */
export function FromAbove({ fields, own, inForce, bound }: FromAboveProps) {
  const { t } = useTranslation('settings');
  if (bound.length === 0) return null;
  const levels = [...new Map(bound.map((one) => [`${one.institution} ${one.version}`, one])).values()];
  return (
    <section className="card card-law" aria-label={t('settings:above.title')}>
      <header className="card-head">
        <h2>{t('settings:above.title')}</h2>
      </header>
      <p className="muted">{t('settings:above.hint')}</p>
      {levels.map(({ institution, version }) => {
        const label = t('settings:above.level', { institution, version });
        const names = bound.filter((one) => one.institution === institution && one.version === version);
        const stricter = fields.filter(({ name }) => names.some(({ field }) => field === name));
        return (
          <div key={label}>
            <h3 className="setting-level">{label}</h3>
            <DifferenceTable
              label={label}
              differences={differences(stricter, own, inForce)}
              words="settings"
            />
          </div>
        );
      })}
    </section>
  );
}
