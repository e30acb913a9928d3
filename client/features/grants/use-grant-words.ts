import { useTranslation } from 'react-i18next';
import { type GrantKey, isPermission } from './areas';

/** The word of a permission or of an entry of the menu. */
export function useGrantWords(): (key: GrantKey) => string {
  const { t } = useTranslation('grants');
  return (key) => t(isPermission(key) ? `grants:permission.${key.replace(':', '.')}` : `grants:menu.${key}`);
}
