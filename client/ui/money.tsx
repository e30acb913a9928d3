import { useLanguage } from '../i18n/use-language';
import { formatMoney, formatMoneyShort, formatRate } from '../lib/format';

/** Centavos as pesos, figures of one width. */
export function Money({ value, short = false }: { value: number | null | undefined; short?: boolean }) {
  const language = useLanguage();
  const exact = formatMoney(value, language);
  return (
    <span className="figure" title={short ? exact : undefined}>
      {short ? formatMoneyShort(value, language) : exact}
    </span>
  );
}

/** A fraction as percent; null shows as a dash. */
export function Rate({ value }: { value: number | null | undefined }) {
  const language = useLanguage();
  return <span className="figure">{formatRate(value, language)}</span>;
}
