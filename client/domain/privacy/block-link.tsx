import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/session-api';

/** To where the wish of a case's borrower to be left alone is written down. */
export function BlockLink({ caseId }: { caseId: number }) {
  const { t } = useTranslation('guard');
  if (!useMay('complaint:manage')) return null;
  return (
    <p className="muted">
      <Link to={`/add/privacy/${caseId}`}>{t('guard:privacy.block')}</Link>
    </p>
  );
}
