import { type SubmitEvent, useState } from 'react';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';

interface WordFormProps {
  sampleId: number;
  label: string;
  act: string;
  /** The state of `send`. */
  busy: boolean;
  send: (word: { sampleId: number; text: string; clientRequestId: string }) => unknown;
}

/** A word on a score: the collector's answer, or the inspector's who closes it. */
export function WordForm({ sampleId, label, act, busy, send }: WordFormProps) {
  const [text, setText] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '' || busy) return;
    send({ sampleId, text: text.trim(), clientRequestId: newRequestId() });
  };
  return (
    <form onSubmit={submit}>
      <label className="quality-remark">
        {label}
        <textarea value={text} maxLength={1_000} onChange={({ target }) => setText(target.value)} />
      </label>
      <Button type="submit" primary busy={busy}>
        {act}
      </Button>
    </form>
  );
}
