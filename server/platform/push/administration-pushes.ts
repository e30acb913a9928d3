import type { EventPayload } from '../../../contract/events/events.js';
import { nounsOf } from '../../../contract/nouns.js';
import { rooms } from '../../../contract/realtime.js';
import {
  heard,
  leadersOf,
  ofPerson,
  personal,
  tags,
  type EventPush,
  type EventRules,
  type Types,
} from './push-kinds.js';

const row = true;
const act = true;
const decision = true;
const sessionEnd = true;
const COMPLAINTS: Types = ['Complaint'];
const QUALITY: Types = ['Quality'];
const ALLOCATION: Types = ['Allocation', 'Queue', 'Job'];
/** Its collector works in the institution, too. */
const HELP = { ofInstitution: ['Help'] as Types };
const SCHEDULE: Types = ['Schedule', 'Job'];
/** Screens that show what waits for a second administrator. */
const WAITING_IN: Types = ['Approval', 'GuardPolicy', 'Configuration', 'Grants', 'Template', 'User'];
/** People are listed with their softphones. */
const PHONES: Types = ['Softphone', 'User'];

/** The two events of nouns that do not declare their own. */
const NOUN_PUSHES = Object.fromEntries(
  nounsOf().flatMap(([noun, { events, tags }]) => {
    if (events === 'own') return [];
    const rule = events === 'below' ? { pushes: heard(...(tags as Types)) } : { ofInstitution: tags };
    return ['created', 'changed'].map((what) => [`${noun}.${what}`, rule]);
  }),
) as EventRules;

/** Events of teams, supervision and configuration. */
export const ADMINISTRATION_PUSHES: EventRules = {
  ...NOUN_PUSHES,
  'complaint.opened': { ofInstitution: COMPLAINTS },
  'complaint.moved': { decision, ofInstitution: COMPLAINTS },
  'complaintMonth.confirmed': { ofInstitution: COMPLAINTS },
  'complaintMonth.due': { ofInstitution: COMPLAINTS },
  'complaintCause.created': { pushes: heard('ComplaintCause', 'Complaint') },
  'complaintCause.changed': { pushes: heard('ComplaintCause', 'Complaint') },
  'stop.placed': { pushes: heard('Stop', 'Contact') },
  'stop.lifted': { decision, pushes: heard('Stop', 'Contact') },
  'stop.numberPlaced': { pushes: heard('NumberStop') },
  'stop.liftRequested': { pushes: heard('NumberStop') },
  'stop.numberLifted': { decision, pushes: heard('NumberStop') },
  'recording.noted': { ofInstitution: ['Recording'] },
  'recording.listened': { ofInstitution: ['Recording'] },
  'quality.sampled': { ofInstitution: QUALITY },
  'quality.scored': { decision, ofInstitution: QUALITY },
  'quality.corrected': { ofInstitution: QUALITY },
  'quality.answered': { ofInstitution: QUALITY },
  'quality.closed': { ofInstitution: QUALITY },
  'help.asked': HELP,
  'help.withdrawn': HELP,
  'help.answered': HELP,
  'help.passed': HELP,
  'help.declined': HELP,
  'listening.begun': { pushes: listenedTo },
  'listening.ended': { pushes: listenedTo },
  'request.opened': { ofInstitution: ['Request'], pushes: requestOpened },
  'request.decided': { row, decision, ofInstitution: ['Request'], pushes: decided },
  'messageLimits.changed': { ofInstitution: ['MessageLimits'] },
  'priorities.changed': { ofInstitution: ['Weights'] },
  'guardPolicy.changed': {
    ofInstitution: ['Contact', 'GuardPolicy'],
    pushes: heard('Contact', 'GuardPolicy'),
  },
  'policyLab.asked': { ofInstitution: ['PolicyLab', 'Job'] },
  'policyLab.ended': { ofInstitution: ['PolicyLab', 'Job'] },
  // A change of who sees full numbers concerns every screen that shows one.
  'numberViewers.changed': {
    pushes: heard('Configuration', 'CaseList', 'Case', 'Call', 'Contact', 'Identity'),
  },
  'systemLimits.changed': { pushes: heard('Configuration') },
  'addressList.changed': { pushes: heard('Configuration') },
  'anomalyRules.changed': { pushes: heard('Configuration') },
  'messagePlaces.changed': { pushes: heard('Configuration') },
  'authenticatorRoles.changed': { pushes: heard('Configuration') },
  'firstContact.changed': { pushes: heard('Configuration') },
  'regulatorTerms.changed': { pushes: heard('Configuration', 'Complaint') },
  'sealMail.changed': { pushes: heard('Configuration') },
  'legalSources.changed': { pushes: heard('Configuration') },
  'anomaly.found': { ofInstitution: ['Anomaly'] },
  'anomaly.handled': { ofInstitution: ['Anomaly'] },
  'approval.requested': { ofInstitution: WAITING_IN },
  'approval.decided': { decision, ofInstitution: ['Contact', ...WAITING_IN] },
  'connection.requested': { ofInstitution: ['Connection'] },
  // Whether a provider is simulated stands in the shell of everybody.
  'connection.decided': {
    ofInstitution: ['Connection'],
    pushes: heard('Session', 'Approval'),
  },
  'connection.withdrawn': { ofInstitution: ['Connection'] },
  'connection.tested': { ofInstitution: ['Connection'] },
  'approval.ended': { decision, ofInstitution: ['Contact', ...WAITING_IN] },
  // A site goes live while it is stopped: no browser is there.
  'site.wentLive': {},
  // The page looks by itself; whom it concerns is notified.
  'site.partFailed': {},
  'site.partMended': {},
  'allocation.asked': { ofInstitution: ALLOCATION },
  'allocation.planned': { ofInstitution: ALLOCATION },
  'allocation.handedOver': { ofInstitution: ALLOCATION, pushes: handedOver },
  'allocation.gapFound': { ofInstitution: ALLOCATION, pushes: seatGap },
  'allocation.finished': { ofInstitution: ALLOCATION },
  'allocation.undoAsked': { ofInstitution: ALLOCATION },
  'allocation.undone': { ofInstitution: ALLOCATION },
  'schedule.uploaded': { ofInstitution: SCHEDULE },
  'schedule.applied': { ofInstitution: SCHEDULE },
  'schedule.undone': { ofInstitution: SCHEDULE },
  'schedule.refused': { ofInstitution: SCHEDULE },
  'schedule.statusChanged': { ofInstitution: SCHEDULE },
  'seatPlan.applied': { ofInstitution: SCHEDULE },
  'seatPlan.undone': { ofInstitution: SCHEDULE },
  'schedule.carriedOut': { ofInstitution: SCHEDULE },
  'indicator.created': { pushes: heard('Indicator') },
  'indicator.changed': { pushes: heard('Indicator') },
  'institution.created': { rights: 'all', pushes: inTree },
  'institution.changed': { rights: 'all', pushes: inTree },
  'institution.closed': { rights: 'all', pushes: inTree },
  'setup.skipped': { ofInstitution: ['Institution'] },
  'setup.resumed': { ofInstitution: ['Institution'] },
  'grants.changed': { rights: 'all', ofInstitution: ['Grants'] },
  'user.created': { ofInstitution: ['User'] },
  'user.changed': { ofInstitution: ['User'], rights: 'person' },
  'user.passwordChanged': { ofInstitution: ['User'] },
  'user.disabled': { ofInstitution: ['User'] },
  'user.unlocked': { ofInstitution: ['User'] },
  'user.authenticatorSet': { ofInstitution: ['User'] },
  'user.authenticatorRemoved': { ofInstitution: ['User'] },
  'user.authenticatorResetAsked': { ofInstitution: ['User'] },
  'user.authenticatorReset': { ofInstitution: ['User'] },
  'user.checksAdded': { ofInstitution: ['User'] },
  'user.pictureChanged': { pushes: ({ userId }) => ofPerson(userId, 'Portrait') },
  'sheet.uploaded': { ofInstitution: ['Job'] },
  'sheet.confirmed': { ofInstitution: ['Job'] },
  'sheet.handled': { ofInstitution: ['Job'], pushes: sheetHandled },
  'softphone.created': { ofInstitution: PHONES },
  'softphone.changed': { ofInstitution: PHONES, pushes: ({ ownerId }) => ofPerson(ownerId, 'OwnSoftphone') },
  'softphone.bound': { ofInstitution: PHONES, pushes: ({ userId }) => ofPerson(userId, 'OwnSoftphone') },
  'softphone.unbound': { ofInstitution: PHONES, pushes: ({ userId }) => ofPerson(userId, 'OwnSoftphone') },
  'presence.changed': { pushes: present },
  'import.finished': { pushes: imported },
  'import.released': { pushes: imported },
  'import.takenBack': { pushes: imported, ofInstitution: ['CaseList', 'CaseCounts', 'Queue'] },
  'list.exportAsked': { pushes: ({ userId }) => ofPerson(userId, 'Export', 'Job') },
  'list.exportEnded': { pushes: ({ userId }) => ofPerson(userId, 'Export', 'Job') },
  'announcement.drafted': { ofInstitution: announced },
  'announcement.published': { pushes: announce },
  'announcement.read': { pushes: ({ authorId }) => ofPerson(authorId, 'Violation') },
  'announcement.changed': { ofInstitution: announced },
  'announcement.withdrawn': { ofInstitution: announced },
  'behaviour.recorded': { act },
  'behaviour.placed': { act },
  'session.opened': { pushes: walls },
  'session.revoked': { sessionEnd, pushes: walls },
};

/** Wallboards are listed for who opens and ends them. */
function walls({ wallIn }: { wallIn?: number | undefined }): EventPush[] {
  return wallIn ? [{ to: [rooms.institution(wallIn)], ...tags(['Kiosk']) }] : [];
}

/** A new institution has viewers only above it. */
function inTree({ institutionId, parentId }: EventPayload<'institution.created'>): EventPush[] {
  const to = [institutionId, ...(parentId === null ? [] : [parentId])].map(rooms.institution);
  return [{ to, ...tags(['Institution']) }];
}

/** Its collector, unless two administrators decided otherwise. */
function listenedTo({ agentId, shown }: EventPayload<'listening.begun'>): EventPush[] {
  return shown ? ofPerson(agentId, 'Listening') : [];
}

function sheetHandled({ userId, uploadId: id }: EventPayload<'sheet.handled'>): EventPush[] {
  const data = { tags: [{ type: 'SheetUpload' as const, id }, { type: 'Job' as const }] };
  return [{ to: [rooms.user(userId)], name: 'tags.changed', data }];
}

/** The person who began it sees the new cases; people who set the organisation up see it on their check list. */
function imported({
  startedBy,
  institutionId,
}: EventPayload<'import.finished' | 'import.released'>): EventPush[] {
  const everybody = institutionId ? [{ to: [rooms.institution(institutionId)], ...tags(['Import']) }] : [];
  return [...ofPerson(startedBy ?? null, 'Import', 'Job', 'CaseList', 'CaseCounts', 'Queue'), ...everybody];
}

function requestOpened({ caseId, requestId, kind, groupId }: EventPayload<'request.opened'>): EventPush[] {
  return [{ to: leadersOf(groupId), name: 'request.opened', data: { caseId, requestId, kind } }];
}

function decided(payload: EventPayload<'request.decided'>): EventPush[] {
  const { caseId, requestId, kind, granted, requestedBy } = payload;
  return [{ to: personal(requestedBy), name: 'request.decided', data: { caseId, requestId, kind, granted } }];
}

/** The team's lists: its leaders hear once of a part of a plan, and not case by case. */
function handedOver(payload: EventPayload<'allocation.handedOver'>): EventPush[] {
  const { agentId, groupId, runId, part, cases, amount } = payload;
  return [
    { to: [rooms.user(agentId)], name: 'cases.assigned', data: { runId, part, cases, amount } },
    { to: leadersOf(groupId), ...tags(['CaseList', 'CaseCounts']) },
  ];
}

function seatGap(payload: EventPayload<'allocation.gapFound'>): EventPush[] {
  const { groupIds, queueId, queueName, left, missingSeats } = payload;
  const data = { queueId, queueName, left, missingSeats };
  return [{ to: groupIds.map(rooms.group), name: 'seatGap.found', data }];
}

function announce({ announcementId, institutionId }: EventPayload<'announcement.published'>): EventPush[] {
  const to = [rooms.institution(institutionId)];
  return [{ to, name: 'announcement.published', data: { msgId: announcementId } }];
}

export function announced({ kind }: Pick<EventPayload<'announcement.withdrawn'>, 'kind'>): Types {
  return [kind === 'NOTICE' ? 'Notice' : 'Announcement'];
}

function present({ collectorId, groupId, state, since }: EventPayload<'presence.changed'>): EventPush[] {
  const to = [rooms.board(groupId), rooms.user(collectorId)];
  return [{ to, name: 'presence.changed', data: { collectorId, state, since } }];
}
