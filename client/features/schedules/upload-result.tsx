import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { ScheduleUpload } from '../../../contract/team/schedules';
import { useLanguage } from '../../i18n/use-language';
import { formatCount, formatDay } from '../../lib/format';
import { FileButton } from '../../ui/file-button';

export function UploadResult({ upload }: { upload: ScheduleUpload }) {
  const { t } = useTranslation('schedules');
  const { id, fileName, status, failure, refused, errors } = upload;
  const isOver = status === 'APPLIED' || status === 'REFUSED';
  const counts = { plan: upload.planRows, people: upload.peopleRows };
  return (
    <div className="schedule-result" data-status={status}>
      <strong>{fileName}</strong> {!isOver && <UploadProgress upload={upload} />}
      <div role="status">
        {status === 'APPLIED' && t('schedules:applied', counts)}
        {failure}
        {refused > 0 && t('schedules:refused', { count: refused })}
      </div>
      {upload.firstDay !== null && <Days upload={upload} firstDay={upload.firstDay} />}
      {refused > 0 && (
        <>
          <div className="schedule-errors" role="region" aria-label={t('schedules:errors')} tabIndex={0}>
            <ul>
              {errors.map(({ sheet, cell, column, reason }) => (
                <li key={`${sheet} ${cell} ${reason}`}>
                  {sheet} {cell} ({column}): {t(`schedules:reason.${reason}`)}
                </li>
              ))}
            </ul>
          </div>
          <FileButton call={{ path: `workSchedule/uploadResult/${id}/errors` }} file="schedule-errors.csv">
            {t('schedules:errors')}
          </FileButton>
        </>
      )}
    </div>
  );
}

/** The page may show another day than those of the file. */
function Days({ upload: { lastDay }, firstDay }: { upload: ScheduleUpload; firstDay: string }) {
  const { t } = useTranslation('schedules');
  const language = useLanguage();
  const [search] = useSearchParams();
  const shown = new URLSearchParams(search);
  shown.set('day', firstDay);
  const days = [...new Set([firstDay, lastDay ?? firstDay])].map((day) => formatDay(day, language));
  return (
    <p>
      {days.join(' – ')} · <Link to={`/seatingSchedule?${shown.toString()}`}>{t('schedules:show')}</Link>
    </p>
  );
}

/** The first half of the bar is reading, the second writing. Without a value it only says that something is going on. */
function UploadProgress({ upload: { rowsTotal, rowsRead, rowsWritten } }: { upload: ScheduleUpload }) {
  const { t } = useTranslation('schedules');
  const language = useLanguage();
  const isRead = rowsTotal > 0 && rowsRead >= rowsTotal;
  const step = rowsTotal === 0 ? 'opening' : isRead ? 'writing' : 'reading';
  const done = formatCount(isRead ? rowsWritten : rowsRead, language);
  const value = rowsTotal > 0 && { max: 2 * rowsTotal, value: rowsRead + rowsWritten };
  return (
    <span className="schedule-progress">
      <progress aria-label={t('schedules:progress.label')} {...value} />
      <span className="muted figure">
        {t(`schedules:progress.${step}`, { done, total: formatCount(rowsTotal, language) })}
      </span>
    </span>
  );
}
