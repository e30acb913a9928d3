import { useTranslation } from 'react-i18next';
import type { LockedOut } from '../../../../contract/administration/configuration';
import { Button } from '../../../ui/button';
import { SmallTable, type SmallColumn } from '../../../ui/tables/small-table';
import { Tag } from '../../../ui/status-tag';
import { useLockOutsMutation } from './system-api';

const COLUMNS: readonly SmallColumn<LockedOut>[] = [
  { field: 'name' },
  { field: 'username' },
  { field: 'address' },
  {
    field: 'signedIn',
    draw: ({ signedIn }, t) => (
      <Tag tone={signedIn ? 'warn' : 'muted'}>{t(`settings:lock-outs.${signedIn ? 'now' : 'before'}`)}</Tag>
    ),
  },
  { field: 'at', kind: 'time' },
];

/** Asked for: who would be locked out by the list as it stands in the form. */
export function LockOutsCard({ addresses, wrong }: { addresses: string | null; wrong: boolean }) {
  const { t } = useTranslation('settings');
  const [ask, { data, originalArgs, isLoading }] = useLockOutsMutation();
  const found = originalArgs?.addresses === addresses ? data : undefined;
  return (
    <section className="card" aria-label={t('settings:lock-outs.title')}>
      <header className="card-head">
        <h2>{t('settings:lock-outs.title')}</h2>
        <Button small busy={isLoading} disabled={wrong} onClick={() => void ask({ addresses })}>
          {t('settings:lock-outs.ask')}
        </Button>
      </header>
      <p className="muted" role="status">
        {found ? t('settings:lock-outs.found', { count: found.total }) : t('settings:lock-outs.hint')}{' '}
        {found?.locksMeOut && <strong>{t('settings:lock-outs.me', { address: found.ownAddress })}</strong>}
      </p>
      {found && found.total > 0 && (
        <SmallTable
          label="settings:lock-outs.title"
          words="settings:lock-outs"
          columns={COLUMNS}
          rows={found.people}
          rowKey={({ userId }) => userId}
        />
      )}
    </section>
  );
}
