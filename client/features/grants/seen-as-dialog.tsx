import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { GrantsQuery, SeenAs } from '../../../contract/administration/grants';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { AREAS } from './areas';
import { useSeenAsQuery } from './grants-api';
import { useGrantWords } from './use-grant-words';
import { has } from './use-grants-draft';

/** The entries and acts of a role in an institution, as they are saved. Nobody is signed in by it. */
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
      {data && <Seen as={data} />}
    </Modal>
  );
}

function Seen({ as: seen }: { as: SeenAs }) {
  const { t } = useTranslation('grants');
  const wordOf = useGrantWords();
  const areas = AREAS.map(([area, keys]) => [area, keys.filter((key) => has(seen, key))] as const);
  return (
    <>
      {areas.map(
        ([area, keys]) =>
          keys.length > 0 && (
            <section key={area} aria-label={t(`grants:area.${area}`)}>
              <h3>{t(`grants:area.${area}`)}</h3>
              <ul>
                {keys.map((key) => (
                  <li key={key}>{wordOf(key)}</li>
                ))}
              </ul>
            </section>
          ),
      )}
      <details>
        <summary>{t('grants:see-as.calls', { count: seen.calls.length })}</summary>
        <ul>
          {seen.calls.map(({ method, path }) => (
            <li key={`${method} ${path}`}>
              <code>
                {method} {path}
              </code>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
