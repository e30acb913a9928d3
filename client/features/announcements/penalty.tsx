import { useTranslation } from 'react-i18next';
import { WARNING } from '../../../contract/supervision/violations';

/** Says what a violation costs, as it was announced; a warning in the reader's language. */
export function Penalty({ text }: { text: string }) {
  const { t } = useTranslation('announcements');
  return <>{text === WARNING ? t('announcements:warning') : text}</>;
}
