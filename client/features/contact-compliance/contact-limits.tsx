import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import { useContactPreviewQuery } from './contact-compliance-api';

export function ContactLimits({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('guard');
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
