import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallChange } from '../../../contract/contact/calls';
import { useRecordingQuery } from './recordings-api';
import { formatStamp } from '../../lib/format';
import { Button } from '../../ui/button';
import { PlayIcon } from '../../ui/icons';
import { ErrorState } from '../../ui/states';

const Player = lazy(() => import('./player'));

/** Fetched when it is asked for: from then on the browser asks for what it plays. The player's place is kept while it loads. */
export function Recording({ call: { callId, callTime } }: { call: Pick<CallChange, 'callId' | 'callTime'> }) {
  const { t } = useTranslation('recordings');
  const [isRequested, setRequested] = useState(false);
  const { data, error } = useRecordingQuery(callId, { skip: !isRequested });
  const name = t('recordings:of', { time: formatStamp(callTime) });
  if (error) return <ErrorState error={error} />;
  if (!data) {
    return (
      <Button
        small
        icon={<PlayIcon />}
        busy={isRequested}
        aria-label={name}
        onClick={() => setRequested(true)}
      >
        {t('recordings:play')}
      </Button>
    );
  }
  if (!data.sound) return <p className="muted">{t(`recordings:state.${data.state}`)}</p>;
  return (
    <>
      <Suspense fallback={<div className="player" />}>
        <Player callId={callId} sound={data.sound} label={name} autoplay />
      </Suspense>
      <Link to={`/recording/${callId}`}>{t('recordings:notes', { count: data.notes.length })}</Link>
    </>
  );
}
