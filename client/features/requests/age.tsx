import { useWords } from '../../i18n/use-words';
import { formatTime } from '../../lib/format';
import { LANGUAGE_TAGS } from '../../lib/language';

const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** How long ago, in the largest unit that fits. */
export function useAge(): (since: string) => string {
  const { language } = useWords();
  return (since) => {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / MINUTE_MS));
    const [unit, length] = UNITS.find((one) => minutes >= one[1]) ?? UNITS[2];
    const style = { numeric: 'always', style: 'short' } as const;
    return new Intl.RelativeTimeFormat(LANGUAGE_TAGS[language], style).format(
      -Math.floor(minutes / length),
      unit,
    );
  };
}

export function Age({ since }: { since: string }) {
  const { language } = useWords();
  const age = useAge();
  return (
    <time className="figure" dateTime={since} title={formatTime(since, language)}>
      {age(since)}
    </time>
  );
}
