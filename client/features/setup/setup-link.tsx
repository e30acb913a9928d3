import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { ChecklistIcon } from '../../ui/icons';
import { useSetupStepsQuery } from './setup-api';
import { isOver, screenOf } from './setup-screens';

/** In the menu of whoever sets the organisation up, until nothing is left to do, with what comes next. */
export function SetupLink() {
  const { t } = useTranslation(['shell', 'setup']);
  const may = useMay('setup:read');
  const { data: me } = useCurrentUserQuery();
  const { data } = useSetupStepsQuery(undefined, { skip: !may });
  const next = data?.find((state) => !isOver(state));
  if (!data || !next) return null;
  return (
    <ul className="menu">
      <li>
        <NavLink to="/setup" className="menu-link">
          <ChecklistIcon />
          <span>{t('shell:menu.setup')}</span>
          <span className="menu-count figure">
            {data.filter(isOver).length}/{data.length}
          </span>
        </NavLink>
        <ul className="menu-sub">
          <li>
            <NavLink to={screenOf(next, me?.institutionId)} className="menu-link" end>
              {t('setup:nextStep', { step: t(`setup:step.${next.step}.title`) })}
            </NavLink>
          </li>
        </ul>
      </li>
    </ul>
  );
}
