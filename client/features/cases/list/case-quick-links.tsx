import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { CASE_GROUP_NAMES } from '../../../../contract/codes';
import { useLanguage } from '../../../i18n/use-language';
import { formatTotal } from '../../../lib/capped-count';
import { useCaseCountsQuery } from '../cases-api';

export function CaseQuickLinks({ base }: { base: string }) {
  const { t } = useTranslation('codes');
  const language = useLanguage();
  const { data: counts } = useCaseCountsQuery({});
  const { pathname, search } = useLocation();
  const current = pathname === base ? new URLSearchParams(search).get('group') : null;
  return (
    <ul className="menu menu-sub">
      {CASE_GROUP_NAMES.map((group) => (
        <li key={group}>
          <NavLink
            to={{ pathname: base, search: `?group=${group}` }}
            className={() => (current === group ? 'menu-link menu-link-here' : 'menu-link')}
            aria-current={current === group ? 'true' : undefined}
          >
            <span>{t(`codes:case-group.${group}`)}</span>
            {counts && <span className="menu-count figure">{formatTotal(counts[group], language)}</span>}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
