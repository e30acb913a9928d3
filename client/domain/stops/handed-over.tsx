import { useTranslation } from 'react-i18next';
import type { StoppedAct } from '../../../contract/contact/stops';
import { usePush, useWatch } from '../../realtime/hooks';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { Time } from '../../ui/dates/time';

interface HandedOverProps {
  acts: readonly StoppedAct[];
  /** Its title and what is said of none, under `<words>.title` and `<words>.none`. */
  words: string;
  /** A call among them has changed. */
  onChanged: () => void;
}

/** More are not followed while they end; each is asked for when its page is. */
const FOLLOWED = 50;

/** Acts that were at a supplier when contact was forbidden, and how they went on. */
export function HandedOver({ acts, words, onChanged }: HandedOverProps) {
  const { t } = useTranslation([words.split(':')[0]!, 'stops', 'calls', 'messages']);
  const open = acts.filter(({ kind, endedAt }) => kind === 'CALL' && endedAt === null).slice(0, FOLLOWED);
  usePush('call.changed', ({ data }) => {
    if (open.some(({ id }) => id === data.callId)) onChanged();
  });
  const columns: readonly SmallColumn<StoppedAct>[] = [
    { field: 'kind', draw: ({ kind }) => t(`stops:handed.${kind}`) },
    {
      field: 'state',
      draw: ({ kind, state }) => t(kind === 'CALL' ? `calls:state.${state}` : `messages:status.${state}`),
    },
    {
      field: 'reason',
      draw: ({ kind, reason }) =>
        reason && t(kind === 'CALL' ? `calls:reason.${reason}` : `messages:reason.${reason}`),
    },
    { field: 'endedAt', draw: ({ endedAt }) => endedAt && <Time value={endedAt} as="stamp" /> },
  ];
  return (
    <>
      {open.map(({ id }) => (
        <Watched key={id} callId={id} />
      ))}
      <h2 className="fact-list-head">{t(`${words}.title`)}</h2>
      {acts.length === 0 ? (
        <p className="muted">{t(`${words}.none`)}</p>
      ) : (
        <SmallTable
          label={`${words}.title`}
          words="stops:column"
          columns={columns}
          rows={acts}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}

function Watched({ callId }: { callId: number }) {
  useWatch({ topic: 'call', callId });
  return null;
}
