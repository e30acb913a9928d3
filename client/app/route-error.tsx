import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';

/** A page that could not be shown: most often a part of an older release that the server no longer has. */
export function RouteError() {
  const { t } = useTranslation();
  const cause = useRouteError();
  console.error(cause);
  return (
    <div className="state" role="alert">
      <p className="state-title">{t('common:error.page')}</p>
      <p className="state-hint">{t('common:error.page-hint')}</p>
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        {t('common:action.reload')}
      </button>
    </div>
  );
}
