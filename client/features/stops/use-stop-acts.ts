import { needsRequest, type StopRow } from '../../../contract/contact/stops';
import { useResumeContactMutation } from '../../domain/stops/stops-api';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';

/** Lifting a stop, in the list and on its page, by another person than who stopped it; of a number one asks and another lifts. */
export function useStopActs(): RowAction<StopRow>[] {
  const [resume] = useResumeContactMutation();
  const lift = ({ id, version }: StopRow, reason = '') =>
    resume({ id, version, reason, clientRequestId: newRequestId() });
  return [
    {
      id: 'requestLift',
      may: 'guard:stop',
      when: (stop) => stop.mayLift && needsRequest(stop),
      needs: [{ name: 'evidence', most: 300 }],
      about: ({ subject }) => subject,
      act: (stop, { evidence }) => lift(stop, evidence),
    },
    {
      id: 'resume',
      may: 'guard:stop',
      when: (stop) => stop.mayLift && !needsRequest(stop),
      needs: [{ name: 'reason', most: 300 }],
      about: ({ subject }) => subject,
      act: (stop, { reason }) => lift(stop, reason),
    },
  ];
}
