import { useTranslation } from 'react-i18next';
import { useHelpDayQuery } from '../../domain/help/help-api';
import { useLanguage } from '../../i18n/use-language';
import { formatSpan } from '../../lib/format';

interface HelpLineProps {
  groupId: number;
  /** Today without one. */
  date: string | undefined;
}

/** How often the team asked for help in its calls, and how long it waited for the answer. */
export function HelpLine({ groupId, date }: HelpLineProps) {
  const { t } = useTranslation('boards');
  const language = useLanguage();
  const { data } = useHelpDayQuery({ groupId, date });
  if (!data?.asked) return null;
  const { asked: count, answered, averageSeconds, longestSeconds } = data;
  const span = (seconds: number) => formatSpan(seconds, language);
  return (
    <span
      className="board-tile-low"
      title={longestSeconds === null ? undefined : t('boards:help.longest', { time: span(longestSeconds) })}
    >
      {t('boards:help.answered', { count, answered })}
      {averageSeconds !== null && ` · ${t('boards:help.average', { time: span(averageSeconds) })}`}
    </span>
  );
}
