import type { ErrorKey } from '../../../contract/errors.js';
import { needsRequest, type StopKind } from '../../../contract/contact/stops.js';

export interface StopFacts {
  kind: StopKind;
  subjectId: number;
  /** The institution of the person who stopped it. */
  byInstitutionId: number;
  stoppedBy: number | null;
  liftedAt: Date | string | null;
  /** The person who has asked for the end of a number's stop, with the institution and the one above that; null: nobody. */
  liftRequestedBy: number | null;
  requesterInstitutionId: number | null;
  aboveRequesterId: number | null;
}
interface Person {
  userId: number;
  institutionId: number;
  institutionIds: readonly number[];
}

/**
 * Why this person may not lift it, or not ask for the end of a number's: it takes another one, who sees as much as who
 * stopped it, and never the one stopped. Anybody of that scope asks for a number; who lifts it then is of a level above who
 * asked, where there is one.
 */
export function refusalOfLift(person: Person, stop: StopFacts): ErrorKey | null {
  if (stop.liftedAt !== null) return 'stop.lifted';
  if (stop.kind === 'COLLECTOR' && stop.subjectId === person.userId) return 'stop.own';
  if (stop.stoppedBy === person.userId && !needsRequest(stop)) return 'stop.samePerson';
  if (!person.institutionIds.includes(stop.byInstitutionId)) return 'permission.denied';
  return stop.liftRequestedBy === null ? null : refusalOfSecond(person, stop);
}

function refusalOfSecond(
  person: Person,
  { liftRequestedBy, requesterInstitutionId, aboveRequesterId }: StopFacts,
) {
  if (liftRequestedBy === person.userId) return 'stop.levelAbove';
  const seesAsker = requesterInstitutionId !== null && person.institutionIds.includes(requesterInstitutionId);
  const isAbove = aboveRequesterId === null || person.institutionId !== requesterInstitutionId;
  return seesAsker && isAbove ? null : 'stop.levelAbove';
}
