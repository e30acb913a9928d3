import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../../contract/cases/cases';
import { useLanguage } from '../../../i18n/use-language';
import { formatMoney, formatTime } from '../../../lib/format';
import type { Language } from '../../../../contract/codes';
import { Button } from '../../../ui/button';
import { Tag } from '../../../ui/status-tag';
import { usePageTitle } from '../../../ui/page-header';
import { ListSteps } from '../../../ui/visits/list-steps';
import type { useLiveCase } from './case-live';
import type { CaseNotice } from './case-notice';
import type { WorkNext } from './use-work-next';

interface CaseBarProps {
  info: CaseInfo;
  go: WorkNext;
  live: ReturnType<typeof useLiveCase>;
}

/** Back to the list and on to the next case, who else has it open, and what has just happened to it. */
export function CaseBar({ info, go, live }: CaseBarProps) {
  const { t } = useTranslation('case');
  usePageTitle(info.loanId);
  return (
    <header className="case-bar">
      <Button quiet small onClick={go.back} aria-keyshortcuts="Escape" title="Esc">
        <span aria-hidden="true">←</span> {t('case:back')}
      </Button>
      {go.place && <ListSteps place={go.place} addressOf={go.addressOf} onStep={go.step} />}
      <h1 className="visually-hidden">{t('case:title', { loan: info.loanId, name: info.borrowerName })}</h1>
      <Notice notice={live.notice} onDismiss={live.dismiss} />
      <span className="case-others">
        {live.others.map(({ userId, name, recording }) => (
          <Tag key={userId} tone={recording ? 'warn' : 'muted'}>
            {t(recording ? 'case:others.records' : 'case:others.views', { name })}
          </Tag>
        ))}
      </span>
    </header>
  );
}

function Notice({ notice, onDismiss }: { notice: CaseNotice | null; onDismiss: () => void }) {
  const { t } = useTranslation('case');
  const language = useLanguage();
  return (
    <div role="status" className="case-notice-place">
      {notice && (
        <p key={notice.at} className={`case-notice case-notice-${notice.kind}`}>
          <span>{noticeText(notice, t, language)}</span>
          <time className="figure">{formatTime(notice.at, language)}</time>
          <button type="button" aria-label={t('common:action.close')} onClick={onDismiss}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}

function noticeText({ kind, amount }: CaseNotice, t: TFunction, language: Language): string {
  return t(`case:notice.${kind}`, { amount: formatMoney(amount, language) });
}
