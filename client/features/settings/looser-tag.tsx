import { useTranslation } from 'react-i18next';

/** Stands beside the buttons that save. */
export function LooserTag() {
  const { t } = useTranslation('settings');
  return (
    <span className="tag tag-warn" role="status">
      {t('settings:waiting.looser')}
    </span>
  );
}
