import type { ErrorKey } from '../../../contract/errors.js';
import type { StopKind } from '../../../contract/contact/stops.js';

export interface StopFacts {
  kind: StopKind;
  subjectId: number;
  /** The institution of the person who stopped it. */
  byInstitutionId: number;
  stoppedBy: number;
  liftedAt: Date | string | null;
}
interface Person {
  userId: number;
  institutionIds: readonly number[];
}

/** Why this person may not lift it: it takes another one, who sees as much as who stopped it, and never the one stopped. */
export function refusalOfLift(person: Person, stop: StopFacts): ErrorKey | null {
  if (stop.liftedAt !== null) return 'stop.lifted';
  if (stop.kind === 'COLLECTOR' && stop.subjectId === person.userId) return 'stop.own';
  if (stop.stoppedBy === person.userId) return 'stop.samePerson';
  return person.institutionIds.includes(stop.byInstitutionId) ? null : 'permission.denied';
}
