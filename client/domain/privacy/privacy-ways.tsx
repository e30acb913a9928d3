import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/session-api';
import { FileButton } from '../../ui/file-button';

/** For a borrower who asks what is held, and for one who wants to be left alone. */
export function PrivacyWays({ caseId }: { caseId: number }) {
  const { t } = useTranslation('guard');
  if (!useMay('complaint:manage')) return null;
  return (
    <p className="evidence">
      <FileButton small call={{ path: `privacy/access/${caseId}` }} file={`datos-${caseId}.zip`}>
        {t('guard:privacy.access')}
      </FileButton>
      <Link to={`/add/privacy/${caseId}`}>{t('guard:privacy.block')}</Link>
    </p>
  );
}
