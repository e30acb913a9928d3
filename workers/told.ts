import type { EventPayload } from '../contract/events/events.js';
import { rooms, type MessageName, type Messages } from '../contract/realtime.js';

/** A message to each of the rooms; `leaves`: a case's room that those who hear it are taken out of. */
export type Told = {
  [Name in MessageName]: { to: string[]; name: Name; data: Messages[Name]; leaves?: string };
}[MessageName];

/** No room when the system did it. */
export function personal(userId: number | null): string[] {
  return userId === null ? [] : [rooms.user(userId)];
}

type InTree = Pick<EventPayload<'institution.created'>, 'institutionId' | 'parentId'>;

/** A new institution has viewers only above it. */
export function inTree({ institutionId, parentId }: InTree): Told[] {
  const to = [institutionId, ...(parentId === null ? [] : [parentId])].map(rooms.institution);
  return [{ to, name: 'tags.changed', data: { tags: [{ type: 'Institution' }] } }];
}

/** The person's rights and settings, on the pages that they have open. */
export function granted({ userId }: EventPayload<'user.changed'>): Told[] {
  return [{ to: [rooms.user(userId)], name: 'tags.changed', data: { tags: [{ type: 'Session' }] } }];
}

/** The person's own header and watermark. Others see it when they next open the account. */
export function pictured({ userId }: EventPayload<'user.pictureChanged'>): Told[] {
  return [{ to: [rooms.user(userId)], name: 'tags.changed', data: { tags: [{ type: 'Portrait' }] } }];
}

/** The collector, who can answer it. */
export function scored({ agentId, sampleId, total }: EventPayload<'quality.scored'>): Told[] {
  return [{ to: [rooms.user(agentId)], name: 'quality.scored', data: { sampleId, total } }];
}

/** Its collector, unless two administrators decided otherwise. */
export function listenedTo({ agentId, shown }: EventPayload<'listening.begun'>): Told[] {
  const data = { tags: [{ type: 'Listening' as const }] };
  return shown ? [{ to: [rooms.user(agentId)], name: 'tags.changed', data }] : [];
}

/** The soft phone bar of its collector. */
export function phoneOf(userId: number | null): Told[] {
  return [{ to: personal(userId), name: 'tags.changed', data: { tags: [{ type: 'OwnSoftphone' }] } }];
}

export function sheetOf(userId: number, id: number): Told[] {
  return [
    {
      to: [rooms.user(userId)],
      name: 'tags.changed',
      data: { tags: [{ type: 'SheetUpload', id }, { type: 'Job' }] },
    },
  ];
}

export function exporting({ userId }: { userId: number }): Told[] {
  return [
    { to: [rooms.user(userId)], name: 'tags.changed', data: { tags: [{ type: 'Export' }, { type: 'Job' }] } },
  ];
}

/** The person who began it sees the new cases; people who set the organisation up see it on their check list. */
export function imported({ startedBy, institutionId }: EventPayload<'import.finished'>): Told[] {
  const own = ['Import', 'Job', 'CaseList', 'CaseCounts', 'Queue'] as const;
  return [
    { to: personal(startedBy ?? null), name: 'tags.changed', data: { tags: own.map((type) => ({ type })) } },
    {
      to: institutionId ? [rooms.institution(institutionId)] : [],
      name: 'tags.changed',
      data: { tags: [{ type: 'Import' }] },
    },
  ];
}

export function leadersOf(groupId: number | null | undefined): string[] {
  return groupId ? [rooms.group(groupId)] : [];
}

/** The person who asked for it hears how it ended, whatever screen they are on by then. */
export function deductionEnded(payload: EventPayload<'deduction.settled'>): Told[] {
  const { caseId, deductionId, amount, status, requestedBy } = payload;
  const to = [rooms.case(caseId), ...personal(requestedBy)];
  return [{ to, name: 'deduction.changed', data: { caseId, deductionId, amount, status } }];
}

export function deductionDoubled(payload: EventPayload<'deduction.doubled'>): Told[] {
  const { caseId, deductionId, amount, requestedBy, groupId } = payload;
  const to = [...personal(requestedBy), ...leadersOf(groupId)];
  return [{ to, name: 'deduction.doubled', data: { caseId, deductionId, amount } }];
}
