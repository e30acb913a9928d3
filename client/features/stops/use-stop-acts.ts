import type { StopRow } from '../../../contract/contact/stops';
import { useResumeContactMutation } from '../../domain/stops/stops-api';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';

/** Lifting a stop, in the list and on its page; by another person than who stopped it. */
export function useStopActs(): RowAction<StopRow>[] {
  const [resume] = useResumeContactMutation();
  return [
    {
      id: 'resume',
      may: 'guard:stop',
      when: ({ mayLift }) => mayLift,
      needs: [{ name: 'reason', most: 300 }],
      about: ({ subject }) => subject,
      act: ({ id, version }, { reason = '' }) =>
        resume({ id, version, reason, clientRequestId: newRequestId() }),
    },
  ];
}
