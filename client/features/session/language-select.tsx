import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../../contract/codes';
import { changeLanguage } from '../../i18n/i18n';
import { useLanguage } from '../../i18n/use-language';
import { LANGUAGE_ORDER, LANGUAGE_TAGS } from '../../lib/language';

/** All three at once: the sign-in page loads no component library, and nobody has to find the own language in another one. */
export function LanguageSelect() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className="login-languages" role="group" aria-label={t('common:language')}>
      {LANGUAGE_ORDER.map((each) => (
        <button
          key={each}
          type="button"
          className="login-language"
          lang={LANGUAGE_TAGS[each]}
          aria-pressed={each === language}
          onClick={() => void changeLanguage(each)}
        >
          {LANGUAGE_NAMES[each]}
        </button>
      ))}
    </div>
  );
}
