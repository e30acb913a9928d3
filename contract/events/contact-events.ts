import { z } from 'zod';
import { CONTACT_CHANNELS, COMPLIANCE_RULE_NAMES, HOLD_KINDS } from '../contact/contact-compliance.js';
import { IsoTime } from '../shared/date.js';
import { Id } from '../shared/id.js';

const CaseRef = z.object({ caseId: Id });
const PrivacyRef = CaseRef.extend({ borrowerId: Id, institutionId: Id, blockId: Id });

/** Decisions of the contact policy, and decisions about who may be contacted and who is left alone. */
export const CONTACT_EVENTS = {
  /** The guard's answer to an act, refused ones too. `rules`: what stood against it. */
  'contact.judged': CaseRef.extend({
    contactId: Id,
    receiptId: Id,
    channel: z.enum(CONTACT_CHANNELS),
    incoming: z.boolean(),
    allowed: z.boolean(),
    rules: z.array(z.enum(COMPLIANCE_RULE_NAMES)),
  }),
  /** Without a contact it is for all contacts; without a channel, for all channels. */
  'contact.optedOut': CaseRef.extend({
    borrowerId: Id,
    contactId: Id.nullable(),
    channel: z.enum(CONTACT_CHANNELS).nullable(),
  }),
  'contact.held': CaseRef.extend({ borrowerId: Id, contactId: Id.nullable(), kind: z.enum(HOLD_KINDS) }),
  'contact.holdLifted': CaseRef.extend({
    borrowerId: Id,
    /** Left out when a complaint ended, and its holds with it. */
    holdId: Id.optional(),
    kind: z.enum([...HOLD_KINDS, 'OPT_OUT']),
  }),
  /** A number that is not its borrower's is stopped, or is not any more, and this borrower has it. */
  'contact.numberStopped': CaseRef.extend({ borrowerId: Id, contactId: Id, stopId: Id }),
  'contact.numberReleased': CaseRef.extend({ borrowerId: Id, contactId: Id, stopId: Id }),
  'contact.overridden': CaseRef.extend({
    borrowerId: Id,
    rules: z.array(z.enum(COMPLIANCE_RULE_NAMES)),
    until: IsoTime,
    /** Left out: the leader's own idea. */
    requestedBy: Id.optional(),
  }),
  'contact.guarantorRequested': CaseRef.extend({ contactId: Id }),
  /** Or taken back, before it was confirmed. */
  'contact.guarantorRefused': CaseRef.extend({ contactId: Id }),
  /** Confirmed by a second person; false: taken away. */
  'contact.guarantorMarked': CaseRef.extend({ contactId: Id, guarantor: z.boolean() }),
  /** A borrower wants to be left alone. `files`: pictures, sounds and attachments that were removed. */
  'privacy.blocked': PrivacyRef,
  /** A file with all that is held of the borrower has left, for him. */
  'privacy.accessed': CaseRef.extend({ borrowerId: Id, sha256: z.string().length(64) }),
  'privacy.lifted': PrivacyRef,
  'privacy.erasureAsked': PrivacyRef,
  'privacy.decided': PrivacyRef.extend({ approved: z.boolean() }),
  'privacy.erased': PrivacyRef.extend({ files: z.int().nonnegative() }),
};
