import './evidence.css';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session-api';
import { FileButton } from '../../ui/file-button';

/** Takes what is kept about the case's borrower, as far as the viewer sees it, with the proofs of its rows. */
export function EvidenceButton({ caseId }: { caseId: number }) {
  const { t } = useTranslation('guard');
  if (!useMay('audit:export')) return null;
  return (
    <div className="evidence">
      <FileButton small call={{ path: `guard/evidence/${caseId}` }} file={`evidence-${caseId}.zip`}>
        {t('guard:evidence.take')}
      </FileButton>
      <span className="muted">{t('guard:evidence.hint')}</span>
    </div>
  );
}
