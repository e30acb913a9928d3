import { Dropdown } from 'antd';
import { useRef } from 'react';
import { changeLanguage } from '../i18n/i18n';
import { useWords } from '../i18n/use-words';
import { isLanguage, LANGUAGE_NAMES, LANGUAGE_ORDER, LANGUAGE_TAGS } from '../lib/language';
import { ChevronIcon, LanguageIcon } from './icons';

export function LanguageMenu() {
  const { t, language } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const items = LANGUAGE_ORDER.map((key) => ({
    key,
    label: <span lang={LANGUAGE_TAGS[key]}>{LANGUAGE_NAMES[key]}</span>,
  }));
  return (
    <Dropdown
      trigger={['click']}
      // eslint-disable-next-line jsx-a11y-x/no-autofocus -- A menu that opens takes the focus.
      autoFocus
      menu={{
        items,
        selectedKeys: [language],
        onClick: ({ key, domEvent }) => {
          // Else the key that chose would press the button, too.
          domEvent.preventDefault();
          button.current?.focus();
          if (isLanguage(key)) void changeLanguage(key);
        },
      }}
    >
      <button
        ref={button}
        type="button"
        className="header-button"
        aria-label={`${t('common:language')}: ${LANGUAGE_NAMES[language]}`}
      >
        <LanguageIcon />
        <span>{LANGUAGE_NAMES[language]}</span>
        <ChevronIcon />
      </button>
    </Dropdown>
  );
}
