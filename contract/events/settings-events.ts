import { z } from 'zod';
import { ANNOUNCEMENT_KINDS } from '../supervision/announcements.js';
import { APPROVAL_KINDS } from '../administration/approvals.js';
import { CONNECTED, TEST_OUTCOMES } from '../administration/connections.js';
import { HEALTH_PARTS } from '../administration/health.js';
import { SKIPPABLE_STEPS } from '../administration/setup.js';
import { ROLES } from '../codes.js';
import { CHECK_KINDS } from '../liveness.js';
import { NOUN_EVENTS } from './noun-events.js';
import { HELP_EVENTS } from '../supervision/help.js';
import { LISTENING_EVENTS } from '../supervision/listening.js';
import { Changes } from '../shared/changes.js';
import { IsoTime } from '../shared/date.js';
import { Id } from '../shared/id.js';

const AnnouncementRef = z.object({
  announcementId: Id,
  institutionId: Id,
  kind: z.enum(ANNOUNCEMENT_KINDS),
});
/** When it is shown from, and until when. */
const ShownAnnouncement = AnnouncementRef.extend({
  startsAt: IsoTime.optional(),
  endsAt: IsoTime.optional(),
});
const ApprovalRef = z.object({ approvalId: Id, institutionId: Id, kind: z.enum(APPROVAL_KINDS) });
/** A change of a provider's connection; its host is null when it leads back to what the host has configured. */
const ConnectionRef = z.object({
  connectionId: Id,
  institutionId: Id,
  provider: z.enum(CONNECTED),
  host: z.string().nullable(),
});
/** A person, and the institution that the person belonged to before. */
const UserRef = z.object({ userId: Id, institutionId: Id });
const SoftphoneRef = z.object({ softphoneId: Id, institutionId: Id });
/** A version of an institution's rules, and how it differs from what was in force. */
const NewVersion = z.object({ institutionId: Id, version: z.int().positive(), changes: Changes });

/** A replay of a proposed policy. */
const SimulationRef = z.object({ labId: Id, institutionId: Id });
/** One that holds for the institutions below, too: they hear of it. */
const Inherited = NewVersion.extend({ heardBy: z.array(Id) });

/** A target of an institution, or of every one, and the institutions that hear of it. */
const IndicatorRef = z.object({ indicatorId: Id, institutionId: Id.nullable(), heardBy: z.array(Id) });

/** One of the regulator's causes, and the institutions that hear of it: all. */
const CauseRef = z.object({ causeId: Id, institutionId: Id, heardBy: z.array(Id), changes: Changes });

/** An institution, and the one above it. */
const InstitutionRef = z.object({ institutionId: Id, parentId: Id.nullable() });

/**
 * Administrators' changes. Create and change events carry the difference; nothing else records who changed what into what.
 * Every event here stands in the audit, visible to its institution and those above it; null: to who administers them all.
 */
export const SETTINGS_EVENTS = {
  ...NOUN_EVENTS,
  'messageLimits.changed': NewVersion,
  'priorities.changed': NewVersion,
  'guardPolicy.changed': Inherited.extend({
    ...{ reverts: z.int().nonnegative().nullable(), approvalId: Id.nullable().optional() },
  }),
  'policyLab.asked': SimulationRef,
  'policyLab.ended': SimulationRef.extend({ userId: Id, done: z.boolean() }),
  'numberViewers.changed': Inherited,
  'systemLimits.changed': Inherited,
  'addressList.changed': Inherited,
  'anomalyRules.changed': Inherited,
  'messagePlaces.changed': Inherited,
  'authenticatorRoles.changed': Inherited,
  'firstContact.changed': Inherited,
  'regulatorTerms.changed': Inherited,
  'sealMail.changed': Inherited,
  'legalSources.changed': Inherited,
  'complaintCause.created': CauseRef,
  'complaintCause.changed': CauseRef,
  'approval.requested': ApprovalRef,
  'approval.decided': ApprovalRef.extend({ approved: z.boolean() }),
  'approval.ended': ApprovalRef,
  'connection.requested': ConnectionRef.extend({ secretChanged: z.boolean(), isPrivate: z.boolean() }),
  'connection.decided': ConnectionRef.extend({
    ...{ approved: z.boolean(), requestedBy: Id, heardBy: z.array(Id) },
  }),
  'connection.withdrawn': ConnectionRef,
  /** A provider was asked whether it takes our signature, and perhaps for a message to a number of the house. */
  'connection.tested': ConnectionRef.omit({ connectionId: true }).extend({
    ...{ outcome: z.enum(TEST_OUTCOMES), messageTaken: z.boolean().nullable() },
  }),
  /** The trial is over: the first event of the live log. */
  'site.wentLive': z.object({ approvalId: Id, institutionId: Id }),
  /** Administrators are told: of what is bad at two looks in a row, and that it is no longer. */
  'site.partFailed': z.object({ institutionId: Id, part: z.enum(HEALTH_PARTS) }),
  'site.partMended': z.object({ institutionId: Id, part: z.enum(HEALTH_PARTS) }),
  'announcement.drafted': AnnouncementRef.extend({ changes: Changes }),
  'announcement.published': ShownAnnouncement.extend({ changes: Changes }),
  'announcement.changed': ShownAnnouncement.extend({ changes: Changes }),
  'announcement.withdrawn': AnnouncementRef,
  ...HELP_EVENTS,
  ...LISTENING_EVENTS,
  'indicator.created': IndicatorRef.extend({ changes: Changes }),
  'indicator.changed': IndicatorRef.extend({ changes: Changes }),
  'institution.created': InstitutionRef.extend({ changes: Changes }),
  'institution.changed': InstitutionRef.extend({ changes: Changes }),
  /** The institution's people are disabled: their number, and the cases that returned to their queues. */
  'institution.closed': InstitutionRef.extend({ changes: Changes, people: z.int(), cases: z.int() }),
  /** Rights of a role in the institution, and in those below it. */
  'setup.skipped': z.object({ institutionId: Id, step: z.enum(SKIPPABLE_STEPS), reason: z.string() }),
  'setup.resumed': z.object({ institutionId: Id, step: z.enum(SKIPPABLE_STEPS) }),
  'grants.changed': z.object({
    institutionId: Id,
    role: z.enum(ROLES),
    changes: Changes,
    requestedBy: Id.optional(),
  }),
  'user.created': UserRef.extend({ changes: Changes }),
  /** `requestedBy`: who asked a second administrator for it, and is tied to the account. */
  'user.changed': UserRef.extend({ changes: Changes, requestedBy: Id.optional() }),
  'user.disabled': UserRef.extend({ changes: Changes }),
  'user.pictureChanged': UserRef.extend({
    removed: z.boolean(),
    /** Somebody else did it: a face is compared with it from now on. */
    reference: z.literal(true).optional(),
  }),
  'user.unlocked': UserRef,
  'user.authenticatorSet': UserRef,
  'user.authenticatorRemoved': UserRef,
  'user.authenticatorResetAsked': UserRef,
  'user.authenticatorReset': UserRef,
  'user.codesRenewed': UserRef,
  'user.checksAdded': UserRef.extend({ kind: z.enum(CHECK_KINDS), count: z.int().positive() }),
  'user.passwordReset': UserRef,
  /** A code to choose a password went to the person's mail address, which nobody else has read. */
  'user.codeMailed': UserRef.extend({ forgotten: z.boolean() }),
  'user.passwordChanged': UserRef,
  'softphone.created': SoftphoneRef.extend({ changes: Changes }),
  'softphone.changed': SoftphoneRef.extend({ ownerId: Id.nullable(), changes: Changes }),
  'softphone.bound': UserRef.extend({ softphoneId: Id }),
  'softphone.unbound': UserRef.extend({ softphoneId: Id }),
} as const satisfies Record<string, z.ZodType<{ institutionId: number | null }>>;
