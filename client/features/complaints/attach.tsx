import { useRef } from 'react';
import { useWords } from '../../i18n/use-words';
import { Button } from '../../ui/button';
import { useAttachToComplaintMutation } from './complaints-api';

/** One file at a time; what it is the server sees by its content. */
export function Attach({ id }: { id: number }) {
  const { t } = useWords('complaints');
  const [attach, { isLoading }] = useAttachToComplaintMutation();
  const input = useRef<HTMLInputElement>(null);
  const send = (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.append('file', file);
    void attach({ id, form });
  };
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".pdf,.png,.jpg,.jpeg,.wav,.ogg,.mp3"
        aria-label={t('complaints:attach')}
        onChange={({ target }) => {
          send(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button small busy={isLoading} onClick={() => input.current?.click()}>
        {t('complaints:attach')}
      </Button>
    </>
  );
}
