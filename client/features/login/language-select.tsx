import { changeLanguage } from '../../i18n/i18n';
import { useWords } from '../../i18n/use-words';
import { isLanguage, LANGUAGE_NAMES, LANGUAGE_ORDER, LANGUAGE_TAGS } from '../../lib/language';

/** The browser's own select: the sign-in page loads no component library. */
export function LanguageSelect() {
  const { t, language } = useWords();
  return (
    <select
      className="login-language"
      aria-label={t('common:language')}
      value={language}
      onChange={({ target }) => isLanguage(target.value) && void changeLanguage(target.value)}
    >
      {LANGUAGE_ORDER.map((each) => (
        <option key={each} value={each} lang={LANGUAGE_TAGS[each]}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </select>
  );
}
