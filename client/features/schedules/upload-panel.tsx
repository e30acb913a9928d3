import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../api/session-api';
import { FileInput } from '../../ui/file-input';
import { FileButton } from '../../ui/file-button';
import { useScheduleUploadQuery, useUploadScheduleMutation } from './schedules-api';
import { UploadResult } from './upload-result';

const SHOWN = 'upload';

/** The template, a file to send, how far it is, and what became of it. The address names the upload: it outlives a reload. */
export function UploadPanel() {
  const { t } = useTranslation('schedules');
  const [upload, { isLoading }] = useUploadScheduleMutation();
  const [search, setSearch] = useSearchParams();
  const shown = Number(search.get(SHOWN)) || null;
  const { data } = useScheduleUploadQuery(shown ?? 0, { skip: shown === null });
  const send = async (file: File) => {
    const form = new FormData();
    form.append('file', file);
    const { data: sent } = await upload(form);
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (sent) next.set(SHOWN, String(sent.uploadId));
      else next.delete(SHOWN);
      return next;
    });
  };
  if (!useMay('schedule:manage')) return null;
  return (
    <section className="schedule-upload" aria-label={t('schedules:upload')}>
      <FileButton call={{ path: 'workSchedule/downloadTemplate' }} file="schedule.xlsx">
        {t('schedules:template')}
      </FileButton>
      <FileInput
        label={t('schedules:file')}
        accept=".xls,.xlsx"
        primary
        busy={isLoading}
        onFile={(file) => void send(file)}
      >
        {t('schedules:upload')}
      </FileInput>
      {data && data.id === shown && <UploadResult upload={data} />}
    </section>
  );
}
