import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../contract/codes';
import { changeLanguage } from '../i18n/i18n';
import { useLanguage } from '../i18n/use-language';
import { isLanguage, LANGUAGE_ORDER, LANGUAGE_TAGS } from '../lib/language';
import { ChevronIcon, LanguageIcon } from './icons';
import { MenuButton } from './layers/menu-button';

export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useLanguage();
  const items = LANGUAGE_ORDER.map((key) => ({
    key,
    label: <span lang={LANGUAGE_TAGS[key]}>{LANGUAGE_NAMES[key]}</span>,
  }));
  return (
    <MenuButton
      label={`${t('common:language')}: ${LANGUAGE_NAMES[language]}`}
      items={items}
      selected={[language]}
      onChoose={(key) => isLanguage(key) && void changeLanguage(key)}
    >
      <LanguageIcon />
      <span>{LANGUAGE_NAMES[language]}</span>
      <ChevronIcon />
    </MenuButton>
  );
}
