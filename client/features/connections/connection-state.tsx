import type { TFunction } from 'i18next';
import type { ProviderConnection } from '../../../contract/administration/connections';
import { Tag } from '../../ui/status-tag';

const TONES = { REAL: 'good', SIMULATED: 'warn', OFF: 'muted' } as const;

/** Whether a provider is real, and whether a change of it waits. */
export function ConnectionState({ of, t }: { of: ProviderConnection; t: TFunction }) {
  return (
    <>
      <Tag tone={TONES[of.state]}>{t(`site:state.${of.state}`)}</Tag>
      {of.waiting && <Tag tone="warn">{t('connections:waits')}</Tag>}
    </>
  );
}

/** Requests of today by how they ended; null when there was none. */
export function todayText({ today }: Pick<ProviderConnection, 'today'>, t: TFunction): string | null {
  const answered = today.reduce((sum, hour) => sum + hour.answered, 0);
  const failed = today.reduce((sum, hour) => sum + hour.failed, 0);
  if (answered + failed === 0) return null;
  return [
    t('connections:today.answered', { count: answered }),
    t('connections:today.failed', { count: failed }),
  ].join(' · ');
}
