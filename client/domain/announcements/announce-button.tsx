import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import type { Seen, useViolation } from './use-violation';

type AnnounceProps = Pick<ReturnType<typeof useViolation>, 'offered' | 'ask'> & { seen: Seen };

/** Begins an announcement of what is shown, for who may make one of it. */
export function AnnounceButton({ seen, offered, ask }: AnnounceProps) {
  const { t } = useTranslation('violations');
  if (!offered(seen)) return null;
  return (
    <Button small quiet aria-label={t('violations:ask', { name: seen.name })} onClick={() => ask(seen)}>
      {t('violations:make')}
    </Button>
  );
}
