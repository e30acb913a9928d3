import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { GrantsQuery } from '../../../contract/administration/grants';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useSeenAsQuery } from './grants-api';

/** The menu and the calls of a role in an institution, as they are saved. Nobody is signed in by it. */
export function SeenAsDialog({ place, onClose }: { place: GrantsQuery; onClose: () => void }) {
  const { t } = useTranslation(['grants', 'codes']);
  useReturnFocus();
  const { data, error, refetch } = useSeenAsQuery(place);
  return (
    <Modal
      open
      width={560}
      title={t('grants:see-as.title', { role: t(`codes:role.${place.role}`) })}
      footer={null}
      onCancel={onClose}
    >
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={8} />)}
      {data && (
        <>
          <h3>{t('grants:group.menu.title')}</h3>
          <ul>
            {data.menu.map((key) => (
              <li key={key}>{t(`grants:menu.${key}`)}</li>
            ))}
          </ul>
          <h3>{t('grants:see-as.calls', { count: data.calls.length })}</h3>
          <ul>
            {data.calls.map(({ method, path }) => (
              <li key={`${method} ${path}`}>
                <code>
                  {method} {path}
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
