import './presence.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PRESENCE_STATES, type PresenceState } from '../../../contract/team/presence';
import { formatStamp } from '../../lib/format';
import { ClockIcon, DiscIcon, PencilIcon, PhoneIcon, RingIcon } from '../../ui/icons';

/** Each state has a shape of its own: the colour only helps. */
const ICONS: Record<PresenceState, () => ReactNode> = {
  ON: DiscIcon,
  CALL: PhoneIcon,
  WRAP_UP: PencilIcon,
  IDLE: ClockIcon,
  AWAY: RingIcon,
};

/** A state by its icon; the word is beside it, or is read out and shown on hover, with the time since when it is so. */
export function PresenceMark({
  state,
  since = null,
  word = false,
}: {
  state: PresenceState;
  since?: string | null;
  word?: boolean;
}) {
  const { t } = useTranslation('codes');
  const Icon = ICONS[state];
  const name = t(`codes:presence.${state}`);
  return (
    <span className={`presence presence-${state}`} title={since ? `${name} · ${formatStamp(since)}` : name}>
      <Icon />
      <span className={word ? undefined : 'visually-hidden'}>{name}</span>
    </span>
  );
}

/** How many are in each state that anybody is in. */
export function PresenceSums({ states }: { states: readonly PresenceState[] }) {
  const counted = PRESENCE_STATES.map((state) => ({
    state,
    count: states.filter((other) => other === state).length,
  }));
  return (
    <ul className="presence-sums">
      {counted
        .filter(({ count }) => count > 0)
        .map(({ state, count }) => (
          <li key={state}>
            <PresenceMark state={state} word /> <b className="figure">{count}</b>
          </li>
        ))}
    </ul>
  );
}
