import { z } from 'zod';
import { ANNOUNCEMENT_KINDS } from './announcements.js';
import { DEVICE_PURPOSES } from './guard-policy.js';
import { CHECK_KINDS } from './liveness.js';
import { Changes } from './shared/changes.js';
import { IsoTime } from './shared/date.js';
import { Id } from './shared/id.js';

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
const DeviceDataFacts = z.object({ institutionId: Id, purpose: z.enum(DEVICE_PURPOSES) });
/** A person, and the institution that the person belonged to before. */
const UserRef = z.object({ userId: Id, institutionId: Id });
/** A queue of the institution. */
const QueueRef = z.object({ queueId: Id, institutionId: Id });
/** A version of an institution's rules, and how it differs from what was in force. */
const NewVersion = z.object({ institutionId: Id, version: z.int().positive(), changes: Changes });

/** A template, and the institutions that hear of it. */
const TemplateRef = z.object({ templateId: Id, institutionId: Id, heardBy: z.array(Id) });

/** A version of a product's terms, and the institutions that hear of it. */
const TermsRef = z.object({ termsId: Id, institutionId: Id, heardBy: z.array(Id) });

/** A target of an institution, or of every one, and the institutions that hear of it. */
const IndicatorRef = z.object({ indicatorId: Id, institutionId: Id.nullable(), heardBy: z.array(Id) });

/** What administrators change. A change tells its difference: nothing else keeps who turned what into what. */
export const SETTINGS_EVENTS = {
  'messageLimits.changed': NewVersion,
  'priorities.changed': NewVersion,
  'guardPolicy.changed': NewVersion.extend({ reverts: z.int().nonnegative().nullable() }),
  'deviceData.requested': DeviceDataFacts,
  'deviceData.approved': DeviceDataFacts,
  'deviceData.ended': DeviceDataFacts,
  'announcement.drafted': AnnouncementRef,
  'announcement.published': ShownAnnouncement,
  'announcement.changed': ShownAnnouncement.extend({ changes: Changes }),
  'announcement.withdrawn': AnnouncementRef,
  'queue.created': QueueRef,
  'queue.changed': QueueRef.extend({ changes: Changes }),
  'template.created': TemplateRef,
  'template.changed': TemplateRef.extend({ changes: Changes }),
  'productTerms.created': TermsRef,
  'productTerms.changed': TermsRef.extend({ changes: Changes }),
  'indicator.created': IndicatorRef,
  'indicator.changed': IndicatorRef.extend({ changes: Changes }),
  'user.created': UserRef,
  'user.changed': UserRef.extend({ changes: Changes }),
  'user.disabled': UserRef,
  'user.pictureChanged': UserRef.extend({ removed: z.boolean() }),
  'user.checksAdded': UserRef.extend({ kind: z.enum(CHECK_KINDS), count: z.int().positive() }),
  'user.passwordReset': UserRef,
  'user.passwordChanged': z.object({ userId: Id }),
  'softphone.unbound': UserRef.extend({ softphoneId: Id }),
} as const;
