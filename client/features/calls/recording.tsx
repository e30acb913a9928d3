import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { CallRow } from '../../../contract/calls';
import { fetchFile } from '../../api/http';
import { useWords } from '../../i18n/use-words';
import { formatStamp } from '../../lib/format';
import { callFailed } from '../../state/session';
import { Button } from '../../ui/button';
import { PlayIcon } from '../../ui/icons';

/** Fetched when it is asked for, by this session: listening is written down. */
export function Recording({ call }: { call: CallRow }) {
  const { t } = useWords('calls');
  const [address, setAddress] = useState<string | null>(null);
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  if (!call.recording) return <span className="muted">—</span>;
  const name = t('calls:recording.of', { time: formatStamp(call.callTime) });
  const load = async () => {
    setBusy(true);
    const answer = await fetchFile({ path: 'softPhone/downLoadVoice', params: { callId: call.callId } });
    setBusy(false);
    if (answer.ok) setAddress(URL.createObjectURL(answer.file));
    else dispatch(callFailed(answer.error));
  };
  if (address === null) {
    return (
      <Button small icon={<PlayIcon />} busy={busy} aria-label={name} onClick={() => void load()}>
        {t('calls:recording.play')}
      </Button>
    );
  }
  return (
    <span className="call-recording">
      {/* eslint-disable-next-line jsx-a11y-x/media-has-caption -- A call has no captions. */}
      <audio controls autoPlay src={address} aria-label={name} />
      <a href={address} download={`call-${call.callId}.wav`}>
        {t('calls:recording.download')}
      </a>
    </span>
  );
}
