import { useRef, useState } from 'react';
import { useMay } from '../../api/session-api';
import type { ScheduleUpload } from '../../../contract/schedules';
import { useWords } from '../../i18n/use-words';
import { Button } from '../../ui/button';
import { FileButton } from '../../ui/file-button';
import { useScheduleUploadQuery, useUploadScheduleMutation } from './schedules-api';

/** The template, a file to send, how far it is, and what became of it. */
export function UploadPanel() {
  const { t } = useWords('schedules');
  const [upload, { isLoading }] = useUploadScheduleMutation();
  const [shown, setShown] = useState<number | null>(null);
  const { data } = useScheduleUploadQuery(shown ?? 0, { skip: shown === null });
  const input = useRef<HTMLInputElement>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.append('file', file);
    const answer = await upload(form);
    setShown(answer.data?.uploadId ?? null);
  };
  if (!useMay('schedule:manage')) return null;
  return (
    <section className="schedule-upload" aria-label={t('schedules:upload')}>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".xls,.xlsx"
        aria-label={t('schedules:file')}
        onChange={({ target }) => {
          void send(target.files?.[0]);
          // The same file may be sent again, corrected.
          target.value = '';
        }}
      />
      <FileButton call={{ path: 'workSchedule/downloadTemplate' }} file="schedule.xlsx">
        {t('schedules:template')}
      </FileButton>
      <Button primary busy={isLoading} onClick={() => input.current?.click()}>
        {t('schedules:upload')}
      </Button>
      {data && data.id === shown && <Result upload={data} />}
    </section>
  );
}

function Result({ upload }: { upload: ScheduleUpload }) {
  const { t } = useWords('schedules');
  const { id, fileName, status, failure, rowsRead, rowsTotal, refused, errors } = upload;
  const counts = { plan: upload.planRows, people: upload.peopleRows };
  return (
    <div className="schedule-result" role="status">
      <strong>{fileName}</strong>{' '}
      {(status === 'WAITING' || status === 'RUNNING') && (
        <progress max={rowsTotal || 1} value={rowsRead} aria-label={t('schedules:progress')} />
      )}
      {status === 'APPLIED' && t('schedules:applied', counts)}
      {failure}
      {refused > 0 && (
        <>
          <p>{t('schedules:refused', { count: refused })}</p>
          <ul>
            {errors.map(({ sheet, cell, column, reason }) => (
              <li key={`${sheet} ${cell} ${reason}`}>
                {sheet} {cell} ({column}): {t(`schedules:reason.${reason}`)}
              </li>
            ))}
          </ul>
          <FileButton call={{ path: `workSchedule/uploadResult/${id}/errors` }} file="schedule-errors.csv">
            {t('schedules:errors')}
          </FileButton>
        </>
      )}
    </div>
  );
}
