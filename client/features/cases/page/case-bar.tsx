import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseInfo } from '../../../../contract/cases/cases';
import { useLanguage } from '../../../i18n/use-language';
import { formatMoney, formatTime } from '../../../lib/format';
import type { Language } from '../../../../contract/codes';
import { Button } from '../../../ui/button';
import { Tag } from '../../../ui/status-tag';
import { usePageTitle } from '../../../ui/page-header';
import type { useLiveCase } from './case-live';
import type { CaseNotice } from './case-notice';
import type { ListPosition } from './list-position';

interface CaseBarProps {
  info: CaseInfo;
  position: ListPosition;
  live: ReturnType<typeof useLiveCase>;
  onBack: () => void;
  onNext: () => void;
}

/** Back to the list and on to the next case, who else has it open, and what has just happened to it. */
export function CaseBar({ info, position, live, onBack, onNext }: CaseBarProps) {
  const { t } = useTranslation('case');
  usePageTitle(info.loanId);
  return (
    <header className="case-bar">
      <Button quiet small onClick={onBack} aria-keyshortcuts="Escape" title="Esc">
        <span aria-hidden="true">←</span> {t('case:back')}
      </Button>
      {position.place && (
        <nav className="case-place" aria-label={t('case:place.label')}>
          <Step to={position.before} label={t('case:place.before')} sign="‹" />
          <span className="figure">{t('case:place.of', position.place)}</span>
          {position.more ? (
            <button type="button" className="case-step" aria-label={t('case:place.next')} onClick={onNext}>
              <span aria-hidden="true">›</span>
            </button>
          ) : (
            <Step to={position.next} label={t('case:place.next')} sign="›" />
          )}
        </nav>
      )}
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

function Step({ to, label, sign }: { to: string | null; label: string; sign: string }) {
  const text = <span aria-hidden="true">{sign}</span>;
  return to ? (
    <Link to={to} replace className="case-step" aria-label={label} title={label}>
      {text}
    </Link>
  ) : (
    <span className="case-step case-step-off">{text}</span>
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
