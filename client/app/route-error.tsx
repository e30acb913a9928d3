import { useRouteError } from 'react-router';
import { useWords } from '../i18n/use-words';

/** A page that could not be shown: most often a part of an older release that the server no longer has. */
export function RouteError() {
  const { t } = useWords();
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
