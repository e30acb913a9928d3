import { useTranslation } from 'react-i18next';
import { WARNING } from '../../../contract/supervision/violations';

/** What a violation costs, in words as it was announced; a warning in the reader's language. */
export function Penalty({ text }: { text: string }) {
  const { t } = useTranslation('announcements');
  return <>{text === WARNING ? t('announcements:warning') : text}</>;
}
