import './complaints.css';
import { useTranslation } from 'react-i18next';
import type {
  ComplaintDetail,
  ComplaintLevel,
  ComplaintRow,
  ComplaintState,
} from '../../../contract/supervision/complaints';
import { MINUTE_MS, SECOND_MS, useNow } from '../../state/clock';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';
import { leftOf } from '../../lib/countdown';
import { Tag, type Tone } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';

const STATES: Record<ComplaintState, Tone> = {
  PENDING: 'warn',
  PROCESSING: 'info',
  PENDING_CLOSURE: 'info',
  COMPLETED: 'good',
};
const LEVELS: Record<ComplaintLevel, Tone> = { 1: 'bad', 2: 'warn', 3: 'muted' };
const SOON_MS = 4 * 60 * MINUTE_MS;

/** A complaint's state: the words of the lists are of many. */
export function ComplaintTag({ status }: { status: ComplaintState }) {
  const { t } = useTranslation('complaints');
  return <Tag tone={STATES[status]}>{t(`complaints:one.${status}`)}</Tag>;
}

export function Level({ level }: { level: ComplaintLevel }) {
  const { t } = useTranslation('complaints');
  return <Tag tone={LEVELS[level]}>{t(`complaints:level.${level}`)}</Tag>;
}

/** The law's term, as counsel has set it; nothing where nobody has. */
export function LegalTerm({
  complaint: { legalDueOn, legalSource },
}: {
  complaint: Pick<ComplaintDetail, 'legalDueOn' | 'legalSource'>;
}) {
  const { t } = useTranslation('complaints');
  const language = useLanguage();
  if (legalDueOn === null) return null;
  const words = { day: formatDay(legalDueOn, language), source: legalSource };
  return <span className="muted">{t('complaints:legalTerm', words)}</span>;
}

/** The rest of its time in hours and minutes, or what it is over; for a completed one its due time. */
export function Deadline({
  complaint: { dueAt, completedAt },
}: {
  complaint: Pick<ComplaintRow, 'dueAt' | 'completedAt'>;
}) {
  const { t } = useTranslation('complaints');
  const now = useNow(completedAt === null ? MINUTE_MS : null);
  if (completedAt !== null) return <Time value={dueAt} />;
  const left = Date.parse(dueAt) - now;
  const { key, values } = leftOf(Math.floor(Math.abs(left) / SECOND_MS));
  const time = t(`common:left.${key}`, values);
  const tone = left < 0 ? 'complaint-late' : left < SOON_MS ? 'complaint-soon' : '';
  return (
    <span className={`figure ${tone}`}>
      {t(left < 0 ? 'complaints:overdue-by' : 'complaints:left', { time })}
    </span>
  );
}
