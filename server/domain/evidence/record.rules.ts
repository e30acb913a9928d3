import { COMPLIANCE_RULE_NAMES } from '../../../contract/contact/contact-compliance.js';
import { sourceOf } from '../../../contract/contact/legal-sources.js';
import type { SiteStage } from '../../../contract/administration/site.js';
import type { BehaviourRecord } from '../../platform/behaviour/behaviour-record.entity.js';
import type { Vault } from '../../platform/crypto/vault.js';
import type { Borrower } from '../borrowers/borrower.entity.js';
import type { Contact } from '../borrowers/contact.entity.js';
import type { PhoneCall } from '../calls/phone-call.entity.js';
import type { Complaint } from '../complaints/complaint.entity.js';
import type { ContactPolicy } from '../contact-compliance/policy/contact-policy.entity.js';
import type { IncomingMessage } from '../messages/incoming/incoming-message.entity.js';
import type { Message } from '../messages/message.entity.js';
import type { Payment } from '../payments/payment.entity.js';
import type { StoredRow } from '../seals/seal.rules.js';

/** A decision as it was hashed. */
export type StoredDecision = StoredRow & {
  caseId: number;
  contactId: number | null;
  channel: string;
  kind: string;
  allowed: number;
  actorId: number | null;
  policyVersion: number;
  overrideId: number | null;
  /** JSON */
  decision: string;
  at: Date;
};
export interface FoundCase {
  id: number;
  loanNo: string;
  borrowerId: number;
  institutionId: number;
}
/** The viewer's cases of one borrower, and all that is kept about them. */
export interface Found {
  borrower: Borrower;
  cases: FoundCase[];
  decisions: StoredDecision[];
  events: StoredRow[];
  /** Each change of what became of the decisions. */
  outcomes: StoredRow[];
  calls: PhoneCall[];
  messages: Message[];
  answers: IncomingMessage[];
  payments: Payment[];
  complaints: Complaint[];
  views: BehaviourRecord[];
  policies: ContactPolicy[];
}
export interface Names {
  people: ReadonlyMap<number, string>;
  contacts: ReadonlyMap<number, Pick<Contact, 'id' | 'name' | 'relation'>>;
  institutions: ReadonlyMap<number, string>;
}
export interface Made {
  /** LIVE, or people and money are invented. */
  stage: SiteStage;
  at: Date;
  by: string;
}
export type EvidenceContent = ReturnType<typeof recordOf>;

/** People who act in what was found. */
export const actorsOf = ({ decisions, calls, messages, complaints, views, policies }: Found) => [
  ...decisions.map(({ actorId }) => actorId),
  ...calls.map(({ agentId }) => agentId),
  ...messages.map(({ senderId }) => senderId),
  ...complaints.flatMap(({ collectorId, handlerId }) => [collectorId, handlerId]),
  ...views.map(({ userId }) => userId),
  ...policies.flatMap(({ createdBy, approval }) => [createdBy, approval?.decidedBy ?? null]),
];

export interface Making {
  made: Made;
  names: Names;
  vault: Vault;
  /** SHA-256 of each call's sound, by the call's id. */
  recordings: ReadonlyMap<number, string>;
  /** Texts of counsel that legal rules rest on. */
  counsel: string | null;
}

/**
 * Makes `evidence.json`: rows of sealed streams as they were hashed, and the rest in the contract's codes. Numbers
 * are masked, amounts centavos, times ISO 8601 in UTC.
 */
export function recordOf(found: Found, making: Making) {
  const { made, names } = making;
  const { borrower, cases } = found;
  return {
    format: 'recoup-evidence/1' as const,
    madeAt: made.at,
    madeBy: made.by,
    stage: made.stage,
    borrower: { id: borrower.id, externalId: borrower.externalId, name: borrower.name },
    cases: cases.map(({ id, loanNo, institutionId }) => ({
      ...{ id, loanNo },
      institution: names.institutions.get(institutionId) ?? null,
    })),
    decisions: found.decisions,
    sources: COMPLIANCE_RULE_NAMES.map((rule) => sourceOf(rule, making.counsel)),
    outcomes: found.outcomes,
    events: found.events,
    ...contactsIn(found, making),
    ...moneyIn(found),
    ...watchedIn(found, making),
  };
}

const personIn = (names: Names) => (id: number | null) =>
  id === null ? null : (names.people.get(id) ?? null);
const contactIn = (names: Names) => (id: number | null) => {
  const known = id === null ? undefined : names.contacts.get(id);
  return known ? { id, name: known.name, relation: known.relation } : null;
};

function contactsIn(found: Found, { names, vault, recordings }: Making) {
  const [person, contact] = [personIn(names), contactIn(names)];
  return {
    calls: found.calls.map((call) => ({
      ...{
        id: call.id,
        caseId: call.caseId,
        direction: call.direction,
        state: call.state,
        reason: call.reason,
      },
      ...{ receiptId: call.receiptId, contact: contact(call.contactId), number: call.numberMask },
      ...{ callerNumber: call.callerNumber, shownNumber: call.shownNumber },
      ...{ requestedAt: call.requestedAt, answeredAt: call.answeredAt, endedAt: call.endedAt },
      ...{ agent: person(call.agentId), party: call.party, script: call.script, simulated: call.simulated },
      recordingSha256: recordings.get(call.id) ?? null,
    })),
    messages: found.messages.map((message) => ({
      ...{ id: message.id, caseId: message.caseId, channel: message.channel, status: message.status },
      ...{ receiptId: message.receiptId, contact: contact(message.contactId), number: message.phoneMask },
      text: vault.open(message.textEnc),
      ...{ reason: message.reason, createdAt: message.createdAt, sentAt: message.sentAt },
      ...{ endedAt: message.endedAt, sender: person(message.senderId), simulated: message.simulated },
    })),
    answers: found.answers.map(({ id, caseId, contactId, channel, meaning, phoneMask, textEnc, at }) => ({
      ...{ id, caseId, contact: contact(contactId), channel, meaning, number: phoneMask, at },
      text: vault.open(textEnc),
    })),
  };
}

function moneyIn({ payments }: Found) {
  return {
    payments: payments.map((payment) => ({
      ...{ id: payment.id, caseId: payment.caseId, type: payment.type, amount: payment.amount },
      ...{ reference: payment.providerReference, channel: payment.channel, originalId: payment.originalId },
      ...{ valueAt: payment.valueAt, postedAt: payment.postedAt, simulated: payment.simulated },
    })),
  };
}

/** Complaints, reads of personal data, and the rules that were in force. */
function watchedIn(found: Found, { names, vault }: Making) {
  const [person, contact] = [personIn(names), contactIn(names)];
  return {
    complaints: found.complaints.map((complaint) => ({
      ...{ id: complaint.id, caseId: complaint.caseId, type: complaint.type, level: complaint.level },
      ...{ status: complaint.status, content: vault.open(complaint.contentEnc), method: complaint.method },
      remarks: complaint.remarksEnc && vault.open(complaint.remarksEnc),
      ...{ createdAt: complaint.createdAt, dueAt: complaint.dueAt, completedAt: complaint.completedAt },
      ...{ collector: person(complaint.collectorId), handler: person(complaint.handlerId) },
    })),
    views: found.views
      .filter(({ type }) => type !== 'PAGE')
      .map(({ caseId, type, userId, contactId, purpose, at }) => ({
        ...{ caseId, type, person: person(userId), contact: contact(contactId), purpose, at },
      })),
    policies: found.policies.map(
      ({ institutionId, version, document, note, createdBy, createdAt, approval }) => ({
        institution: names.institutions.get(institutionId) ?? null,
        ...{ version, document, note, by: person(createdBy), createdAt },
        approvedBy: person(approval?.decidedBy ?? null),
      }),
    ),
  };
}
