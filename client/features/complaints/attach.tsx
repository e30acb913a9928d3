import { useTranslation } from 'react-i18next';
import { FileInput } from '../../ui/file-input';
import { useAttachToComplaintMutation } from './complaints-api';

/** One file at a time; what it is the server sees by its content. */
export function Attach({ id }: { id: number }) {
  const { t } = useTranslation('complaints');
  const [attach, { isLoading }] = useAttachToComplaintMutation();
  const send = (file: File) => {
    const form = new FormData();
    form.append('file', file);
    void attach({ id, form });
  };
  return (
    <FileInput
      label={t('complaints:attach')}
      accept=".pdf,.png,.jpg,.jpeg,.wav,.ogg,.mp3"
      small
      busy={isLoading}
      onFile={send}
    >
      {t('complaints:attach')}
    </FileInput>
  );
}
