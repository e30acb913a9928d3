import './grants.css';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { GrantsInfo } from '../../../contract/administration/grants';
import { AREAS, type GrantKey } from './areas';
import { has, type GrantsDraft } from './use-grants-draft';
import { useGrantWords } from './use-grant-words';

interface MatrixProps {
  infos: readonly GrantsInfo[];
  draft: GrantsDraft;
  /** Part of a word by which rows are narrowed. */
  search: string;
}

/** Rows by area, a column for each role. */
export function Matrix({ infos, draft, search }: MatrixProps) {
  const { t } = useTranslation(['grants', 'codes']);
  const wordOf = useGrantWords();
  const wanted = search.trim().toLowerCase();
  const isOffered = (key: GrantKey) => infos.some((info) => has(info.offered, key) || has(info, key));
  const areas = AREAS.map(([area, keys]) => {
    const shown = keys.filter((key) => isOffered(key) && wordOf(key).toLowerCase().includes(wanted));
    return [area, shown] as const;
  }).filter(([, keys]) => keys.length > 0);
  if (areas.length === 0) return <p className="state muted">{t('grants:search.none')}</p>;
  return (
    <div className="grants-place" role="region" aria-label={t('grants:title')} tabIndex={0}>
      <table className="grants">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('grants:field.permissions')}</span>
            </th>
            {infos.map(({ role }) => (
              <th key={role} scope="col">
                {t(`codes:role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map(([area, keys]) => (
          <tbody key={area}>
            <tr className="grants-area">
              <th scope="rowgroup" colSpan={infos.length + 1}>
                {t(`grants:area.${area}`)}
              </th>
            </tr>
            {keys.map((key) => (
              <tr key={key}>
                <th scope="row">{wordOf(key)}</th>
                {infos.map((info) => (
                  <td key={info.role} className={draft.isChanged(info, key) ? 'grants-changed' : undefined}>
                    <Right info={info} of={key} draft={draft} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Right({ info, of: key, draft }: { info: GrantsInfo; of: GrantKey; draft: GrantsDraft }) {
  const { t } = useTranslation(['grants', 'codes']);
  const wordOf = useGrantWords();
  const { role, core, offered, editable } = info;
  const keeps = draft.keeps(info, key);
  const mayNot = !has(offered, key) && !keeps;
  const isCore = has(core, key) && keeps;
  if (mayNot || !editable || isCore)
    return (
      <span
        className="muted"
        title={isCore ? t('grants:core') : mayNot ? t('grants:not-offered') : undefined}
      >
        <span aria-hidden="true">{keeps ? '✓' : '—'}</span>
        <span className="visually-hidden">{t(keeps ? 'grants:has' : 'grants:has-not')}</span>
      </span>
    );
  return (
    <Checkbox
      aria-label={`${t(`codes:role.${role}`)}: ${wordOf(key)}`}
      checked={keeps}
      disabled={draft.saving}
      onChange={({ target }) => draft.put(info, key, target.checked)}
    />
  );
}
