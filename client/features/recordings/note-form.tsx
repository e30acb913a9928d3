import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_LENGTH } from '../../../contract/supervision/recordings';
import { useNewRecordingNoteMutation } from '../../domain/recordings/recordings-api';
import { minutes } from '../../lib/format';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';

/** Notes what is heard where the player stands. */
export function NoteForm({ callId, second }: { callId: number; second: number }) {
  const { t } = useTranslation('recordings');
  const [text, setText] = useState('');
  const [add, { isLoading }] = useNewRecordingNoteMutation();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isLoading || text.trim() === '') return;
    const { error } = await add({ callId, second, text: text.trim(), clientRequestId: newRequestId() });
    if (!error) setText('');
  };
  return (
    <form className="recording-note-form" onSubmit={(event) => void submit(event)}>
      <label>
        {t('recordings:note.at', { time: minutes(second) })}
        <input value={text} maxLength={NOTE_LENGTH} onChange={({ target }) => setText(target.value)} />
      </label>
      <Button type="submit" busy={isLoading}>
        {t('recordings:note.add')}
      </Button>
    </form>
  );
}
