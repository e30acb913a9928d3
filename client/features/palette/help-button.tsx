import { useTranslation } from 'react-i18next';
import { HelpIcon } from '../../ui/icons';
import { layer } from './layer';

/** Opens what the ? key opens, for who has not found it yet. */
export function HelpButton() {
  const { t } = useTranslation('shell');
  return (
    <button
      type="button"
      className="header-button header-icon"
      aria-label={t('shell:help')}
      title={t('shell:help')}
      aria-haspopup="dialog"
      onClick={() => layer.set('help')}
    >
      <HelpIcon />
    </button>
  );
}
