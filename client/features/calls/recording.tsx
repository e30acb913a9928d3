import { lazy, Suspense, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { CallChange } from '../../../contract/calls';
import { fetchFile } from '../../api/http';
import { useWords } from '../../i18n/use-words';
import { formatStamp } from '../../lib/format';
import { callFailed } from '../../state/session';
import { Button } from '../../ui/button';
import { PlayIcon } from '../../ui/icons';

const Player = lazy(() => import('./player'));

/**
 * Fetched whole when it is asked for, by this session: listening is written down once, and from then on the browser seeks in
 * what it has. The place that the player takes is kept while it loads.
 */
export function Recording({ call }: { call: Pick<CallChange, 'callId' | 'callTime'> }) {
  const { t } = useWords('calls');
  const dispatch = useDispatch();
  const [file, setFile] = useState<Blob | null>(null);
  const [busy, setBusy] = useState(false);
  const name = t('calls:recording.of', { time: formatStamp(call.callTime) });
  const load = async () => {
    setBusy(true);
    const answer = await fetchFile({ path: 'softPhone/downLoadVoice', params: { callId: call.callId } });
    setBusy(false);
    if (answer.ok) setFile(answer.file);
    else dispatch(callFailed(answer.error));
  };
  if (file) {
    return (
      <Suspense fallback={<div className="player" />}>
        <Player file={file} label={name} fileName={`call-${call.callId}.wav`} />
      </Suspense>
    );
  }
  return (
    <Button small icon={<PlayIcon />} busy={busy} aria-label={name} onClick={() => void load()}>
      {t('calls:recording.play')}
    </Button>
  );
}
