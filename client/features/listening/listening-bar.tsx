import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveCall } from '../../../contract/supervision/listening';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { SECOND_MS, useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { Running } from '../../ui/dates/time';
import { CaseOfCall } from './case-of-call';
import type { ListeningNow, ListeningState } from './use-listening';

interface ListeningBarProps {
  now: ListeningNow;
  /** The call that is heard; undefined before the list has it. */
  call: Pick<LiveCall, 'agentName' | 'taskId' | 'orderId' | 'answerTime' | 'callTime'> | undefined;
  listening: ListeningState;
}

/** Over the running calls, while one is heard: whose, how loud it is, the microphone, and the way out. */
export function ListeningBar({ now, call, listening }: ListeningBarProps) {
  const { t } = useTranslation('listening');
  const { volume, hearAt, muted, mute, level, end } = listening;
  const speaks = now.mode !== 'LISTEN';
  const time = useNow(SECOND_MS);
  useShortcut(SHORTCUTS['leave-call'], end);
  useShortcut(SHORTCUTS.mute, () => mute(!muted), speaks);
  return (
    <section className="listening-now" aria-label={t('listening:title')}>
      <div role="status">
        <strong>{t(`listening:now.${now.mode}`, { name: call?.agentName ?? '' })}</strong>{' '}
        <span>{t(now.shown ? 'listening:shown' : 'listening:unseen')}</span>
      </div>
      {call && <CaseOfCall call={call} />}
      {call && <Running since={call.answerTime ?? call.callTime} now={time} />}
      <Level read={level} side="ear" label={t('listening:level.heard')} />
      <label className="listening-volume">
        {t('listening:volume')}
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          onChange={({ target }) => hearAt(Number(target.value))}
        />
      </label>
      {speaks && (
        <>
          <Level read={level} side="mouth" label={t('listening:level.said')} />
          <Button small aria-pressed={muted} aria-keyshortcuts="m" onClick={() => mute(!muted)}>
            {t(muted ? 'listening:unmute' : 'listening:mute')}
          </Button>
        </>
      )}
      <Button small danger aria-keyshortcuts="x" onClick={end}>
        {t('listening:leave')}
      </Button>
    </section>
  );
}

interface LevelProps {
  read: ListeningState['level'];
  side: 'ear' | 'mouth';
  label: string;
}

/** Drawn by the browser's frames: state would draw the page as often. */
function Level({ read, side, label }: LevelProps) {
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      if (meter.current) meter.current.value = read(side);
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [read, side]);
  return <meter ref={meter} className="listening-level" min={0} max={1} aria-label={label} title={label} />;
}
