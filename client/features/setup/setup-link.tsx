import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useMay } from '../../api/session-api';
import { ChecklistIcon } from '../../ui/icons';
import { useSetupStepsQuery } from './setup-api';

/** In the menu of whoever sets the organisation up, until nothing is left to do. */
export function SetupLink() {
  const { t } = useTranslation('shell');
  const may = useMay('setup:read');
  const { data } = useSetupStepsQuery(undefined, { skip: !may });
  const done = data?.filter((state) => state.done).length;
  if (!data || done === data.length) return null;
  return (
    <ul className="menu">
      <li>
        <NavLink to="/setup" className="menu-link">
          <ChecklistIcon />
          <span>{t('shell:menu.setup')}</span>
          <span className="menu-count figure">
            {done}/{data.length}
          </span>
        </NavLink>
      </li>
    </ul>
  );
}
