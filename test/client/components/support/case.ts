import {
  CaseCountsQuery,
  type CaseGroupCounts,
  type CaseInfo,
  type ContactList,
} from '../../../../contract/cases/cases.js';
import { CollectionLogQuery } from '../../../../contract/cases/records.js';
import type { Language } from '../../../../contract/codes.js';
import { FirstContactQuery } from '../../../../contract/contact/first-contact.js';
import type { ContactPreview } from '../../../../contract/contact/contact-compliance.js';
import { openApp } from './app.js';
import type { Network } from './network.js';
import { NO_ROWS } from './people.js';

const AT = new Date().toISOString();
export const ID = 7;
/** A case as its page reads it, of the person who is signed in. */
export const INFO = {
  id: ID, version: 3, loanId: 'L-7', borrowerId: 9, borrowerName: 'Rosa', borrowerPhone: '55 •••• 1234', penaltyDate: AT,
  penaltyDay: 12, amount: 150_000, status: 'C10', lastCallResult: null, lastCallTime: null, lastCallAgent: null,
  nextFollowUpAt: null, promise: null, ownerId: 1, ownerName: 'Lucia', reasons: [], kind: 'STANDARD', loanItemId: 70,
  loanStatus: 40, reloan: 0, productCategory: 'P', appName: 'App', loanOrder: 'O-7', loanTime: AT,
  contractAmount: 150_000, collectionTime: AT, principal: 150_000, interest: 0, penaltyInterest: 0, iva: 0,
  notYetDueAmount: 0, receivableAmount: 0, acceleratedOn: null, bankName: null, deductionCard: null, lastOpenedAt: null,
  lastRepaymentPageVisit: null, lastAppVisit: null, willingness: null, queueName: 'Early', institutionName: 'House',
  borrower: {
    id: 9, name: 'Rosa', identityNumber: null, phone: '55', homePhone: null, birthDate: null, municipality: null,
    state: null, maritalStatus: null, education: null, companyName: null, occupation: null, workingYears: null,
    residenceAddress: null, companyAddress: null,
  },
  promises: [], actions: ['record'],
} satisfies CaseInfo; // prettier-ignore
const CONTACTS: ContactList = {
  contacts: [
    { id: 4, name: 'Rosa', phone: '55 •••• 1234', relation: 'R01', emergency: false, lastCallResult: null, blocked: null,
      source: 'TRACED', givenOn: '2026-09-01', standing: 'DOUBTED', standingAt: null },
  ],
  hideKey: true,
}; // prettier-ignore
const PREVIEW = {
  taskId: ID, zone: 'America/Mexico_City', zoneKnown: true, counters: {}, contacts: [], holds: [], overrides: [],
  asOf: AT, changesAt: null, legalSources: null,
} as unknown as ContactPreview; // prettier-ignore
const COUNTS = { dueNow: 0, promisedToday: 0, paidToday: 0, contactableNow: 0 } as CaseGroupCounts;
/** Opens its page. @param more what it asks besides, or answers otherwise */
export const openCase = (more: (network: Network) => unknown, language: Language = 'en') =>
  openApp({
    language,
    at: `/task/${ID}/L-7`,
    role: 'member',
    answers: (network) =>
      more(
        network
          .on({ call: `GET task/info/${ID}`, answer: () => INFO })
          .on({ call: `GET task/contacts/${ID}`, answer: () => CONTACTS })
          .on({ call: `GET task/collectionLogs/${ID}`, query: CollectionLogQuery, answer: () => NO_ROWS })
          .on({ call: 'GET request/list', answer: () => NO_ROWS })
          .on({ call: 'GET task/firstContact', query: FirstContactQuery, answer: () => null })
          .on({ call: `GET preferences/drafts/${ID}`, answer: () => null })
          .on({ call: `POST preferences/drafts/${ID}`, answer: () => ({ version: 1, newer: null }) })
          .on({ call: `POST preferences/drafts/${ID}/delete`, answer: () => null })
          .on({ call: 'GET contact/preview', answer: () => PREVIEW })
          .on({ call: 'GET task/counts', query: CaseCountsQuery, answer: () => COUNTS }),
      ),
  });
