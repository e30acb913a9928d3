import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseInfo } from '../../../contract/cases/cases';
import { useContactPreviewQuery } from './contact-compliance-api';

export function ContactLimits({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('guard');
  const { data } = useContactPreviewQuery(info.id);
  if (!data) return null;
  const { attemptsToday, attemptsPerDay, attemptsWeek, attemptsPerWeek } = data.counters;
  return (
    <Link className="guard-limits figure" to={`/pressure/${info.id}`} title={t('guard:pressure.link')}>
      {t('guard:limits', {
        day: attemptsToday,
        dayLimit: attemptsPerDay,
        week: attemptsWeek,
        weekLimit: attemptsPerWeek,
      })}
    </Link>
  );
}
