import type { CaseInfo } from '../../../contract/cases/cases';
import { useContactPreviewQuery } from '../../api/contacts-api';
import { useWords } from '../../i18n/use-words';

export function ContactLimits({ info }: { info: CaseInfo }) {
  const { t } = useWords('guard');
  const { data } = useContactPreviewQuery(info.id);
  if (!data) return null;
  const { attemptsToday, attemptsPerDay, attemptsWeek, attemptsPerWeek } = data.counters;
  return (
    <span className="guard-limits figure">
      {t('guard:limits', {
        day: attemptsToday,
        dayLimit: attemptsPerDay,
        week: attemptsWeek,
        weekLimit: attemptsPerWeek,
      })}
    </span>
  );
}
