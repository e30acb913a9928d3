import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StopRow } from '../../../contract/contact/stops';
import { useMay } from '../../api/session-api';
import { useStopsQuery } from './stops-api';
import { Button } from '../../ui/button';
import { StopIcon } from '../../ui/icons';
import { Tag } from '../../ui/status-tag';

const IN_FORCE = { state: 'LIVE', page: 1, size: 200 };

/** The stop of this person now: their own, or the queue's. For viewers who may stop; the others see none. */
function useStopOf(userId: number, queueId: number | undefined): { may: boolean; stop: StopRow | undefined } {
  const may = useMay('guard:stop');
  const { stop } = useStopsQuery(IN_FORCE, {
    skip: !may,
    selectFromResult: ({ data }) => ({
      stop:
        data?.result.find(({ kind, subjectId }) => kind === 'COLLECTOR' && subjectId === userId) ??
        data?.result.find(({ kind, subjectId }) => kind === 'QUEUE' && subjectId === queueId),
    }),
  });
  return { may, stop };
}

interface StopMarkProps {
  person: { id: number; name: string };
  queueId?: number | undefined;
  /** Opens the dialog that asks for the reason. */
  onStop: (person: { id: number; name: string }) => void;
  /** In a list with little room: a sign in place of words. */
  small?: boolean;
}

/** Beside a person: what stops their contact, which leads to the stop; else what stops it. */
export function StopMark({ person, queueId, onStop, small = false }: StopMarkProps) {
  const { t } = useTranslation('stops');
  const { may, stop } = useStopOf(person.id, queueId);
  if (!may) return null;
  if (stop) {
    const words = t(`stops:mark.${stop.kind}`);
    return (
      <Link to={`/stop/${stop.id}`} {...(small && { title: words, 'aria-label': words })}>
        <Tag tone="bad">{small ? <StopIcon /> : words}</Tag>
      </Link>
    );
  }
  if (small)
    return (
      <Button
        label={t('stops:mark.ask', { name: person.name })}
        icon={<StopIcon />}
        onClick={() => onStop(person)}
      />
    );
  return (
    <Button
      small
      quiet
      aria-label={t('stops:mark.ask', { name: person.name })}
      onClick={() => onStop(person)}
    >
      {t('stops:act.stop')}
    </Button>
  );
}

/** That it is stopped, inside of what leads elsewhere. */
export function StoppedTag({ userId }: { userId: number }) {
  const { t } = useTranslation('stops');
  const { stop } = useStopOf(userId, undefined);
  return stop ? <Tag tone="bad">{t(`stops:mark.${stop.kind}`)}</Tag> : null;
}
