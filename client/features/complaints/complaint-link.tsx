import './complaints.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseInfo } from '../../../contract/cases/cases';
import { useMay } from '../../api/session-api';

/** From the case page to a new complaint about it, and to those that there are. */
export function ComplaintLink({ info: { id, loanId } }: { info: Pick<CaseInfo, 'id' | 'loanId'> }) {
  const { t } = useTranslation('complaints');
  const mayTake = useMay('complaint:handle');
  if (!useMay('complaint:read')) return null;
  return (
    <p className="complaint-links">
      {mayTake && <Link to={`/add/complaint?taskId=${id}`}>{t('complaints:list.add')}</Link>}
      <Link to={`/complaints?loanId=${encodeURIComponent(loanId)}`}>{t('complaints:list.title')}</Link>
    </p>
  );
}
