import type { BehaviourRow } from '../../../contract/supervision/behaviour';
import type { MonitoredCall } from '../../../contract/contact/calls';
import type { Column } from '../../ui/list-page/columns';
import { AnnounceButton } from '../../domain/announcements/announce-button';
import type { Seen, useViolation } from '../../domain/announcements/use-violation';

export function seenInBehaviour({ id, userId, name, at }: BehaviourRow): Seen {
  return { source: 'BEHAVIOUR', sourceId: id, userId, name, at };
}

export function seenInCall({ callId, agentId, agentName, callTime }: MonitoredCall): Seen {
  return { source: 'CALL', sourceId: callId, userId: agentId, name: agentName, at: callTime };
}

type Violation = Pick<ReturnType<typeof useViolation>, 'offered' | 'ask'>;

/** The last column of a feed: a violation of what its row shows. @param field names the column */
export function violationColumn<Row>(
  field: keyof Row & string,
  seenIn: (row: Row) => Seen,
  violation: Violation,
): Column<Row> {
  return {
    field,
    kind: 'act',
    width: 104,
    grow: 0,
    draw: (row) => <AnnounceButton seen={seenIn(row)} {...violation} />,
  };
}
