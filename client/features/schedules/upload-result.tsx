import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SCHEDULE_HEADS, type ScheduleColumn } from '../../../contract/team/schedule-sheets';
import {
  SCHEDULED_COUNT,
  SCHEDULED_DAYS,
  SEAT_STATES,
  type ScheduleUpload,
} from '../../../contract/team/schedules';
import { useLanguage } from '../../i18n/use-language';
import { formatCount, formatDay } from '../../lib/format';
import { Button } from '../../ui/button';
import { FileButton } from '../../ui/file-button';
import { Tag, type Tone } from '../../ui/status-tag';
import { useUndoUploadMutation } from './schedules-api';

const TONES: Partial<Record<ScheduleUpload['status'], Tone>> = { APPLIED: 'good', UNDONE: 'warn' };
const WANTED = { choices: SEAT_STATES.join(', '), most: SCHEDULED_COUNT, days: SCHEDULED_DAYS };

export function UploadResult({ upload }: { upload: ScheduleUpload }) {
  const { t } = useTranslation('schedules');
  const { id, fileName, status, failure, refused, errors } = upload;
  const isOver = status !== 'WAITING' && status !== 'RUNNING';
  const { planRows: plan, peopleRows: people, changedRows: changed } = upload;
  const language = useLanguage();
  return (
    <div className="schedule-result" data-status={status}>
      <strong>{fileName}</strong> {!isOver && <UploadProgress upload={upload} />}
      <div role="status">
        {isOver && <Tag tone={TONES[status] ?? 'bad'}>{t(`schedules:state.${status}`)}</Tag>}{' '}
        {status === 'APPLIED' &&
          (changed === 0 ? t('schedules:unchanged') : t('schedules:applied', { plan, people, changed }))}
        {failure}
        {refused > 0 && t('schedules:refused', { count: refused })}
      </div>
      {upload.mayUndo && <UndoUpload upload={upload} />}
      {upload.firstDay !== null && <Days upload={upload} firstDay={upload.firstDay} />}
      {refused > 0 && (
        <>
          <div className="schedule-errors" role="region" aria-label={t('schedules:cells')} tabIndex={0}>
            <ul>
              {errors.map(({ sheet, cell, column, reason, value }) => (
                <li key={`${sheet} ${cell} ${reason}`}>
                  {sheet} {cell} ({SCHEDULE_HEADS[column as ScheduleColumn][language]}):{' '}
                  {value !== null && <q>{value}</q>} {t(`schedules:reason.${reason}`, WANTED)}
                </li>
              ))}
            </ul>
          </div>
          <FileButton
            call={{ path: `workSchedule/uploadResult/${id}/errors` }}
            file="schedule-corrections.xlsx"
          >
            {t('schedules:errors')}
          </FileButton>
        </>
      )}
    </div>
  );
}

function UndoUpload({ upload: { id: uploadId, changedRows } }: { upload: ScheduleUpload }) {
  const { t } = useTranslation('schedules');
  const { modal } = App.useApp();
  const [undo, { isLoading }] = useUndoUploadMutation();
  const ask = async () => {
    const title = t('schedules:undo.ask', { count: changedRows });
    const words = { okText: t('schedules:undo.act'), cancelText: t('common:action.cancel') };
    if (await modal.confirm({ title, ...words })) await undo({ uploadId });
  };
  return (
    <Button small busy={isLoading} onClick={() => void ask()}>
      {t('schedules:undo.act')}
    </Button>
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
