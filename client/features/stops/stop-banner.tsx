import { useTranslation } from 'react-i18next';
import { useOwnStopsQuery } from '../../domain/stops/stops-api';
import { Time } from '../../ui/dates/time';

/** Tells whoever contact is stopped for, and who leads them, as long as it is, whatever page is open. */
export function StopBanner() {
  const { t } = useTranslation('shell');
  const { data: stops = [] } = useOwnStopsQuery();
  return (
    <>
      {stops.map(({ id, kind, self, subject, stoppedAt }) => (
        <div key={id} className="banner banner-bad banner-stays">
          {t(`shell:stopped.${self ? 'self' : kind}`, { name: subject })} ·{' '}
          <Time value={stoppedAt} as="stamp" />
        </div>
      ))}
    </>
  );
}
