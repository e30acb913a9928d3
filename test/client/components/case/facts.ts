import type { CaseInfo, ContactList } from '../../../../contract/cases/cases.js';
import { CollectionLogQuery } from '../../../../contract/cases/records.js';
import type { Network } from '../support/network.js';
import { NO_ROWS } from '../support/people.js';

export const CASE: CaseInfo = {
  id: 7, loanId: 'LN-7', borrowerId: 70, borrowerName: 'Guadalupe Hernández', borrowerPhone: '55****1234',
  penaltyDate: '2026-11-10', penaltyDay: 8, amount: 435_168, status: 'C20', lastCallResult: null, lastCallTime: null,
  lastCallAgent: null, nextFollowUpAt: null, promise: null, ownerId: 1, ownerName: 'Lucia', reasons: [], version: 5,
  kind: 'STANDARD', loanItemId: 31, loanStatus: 40, reloan: 0, productCategory: 'Nomina', appName: 'Colibrí',
  loanOrder: 'LO-7', loanTime: '2026-10-10T17:00:00.000Z', contractAmount: 400_000,
  collectionTime: '2026-11-11T17:00:00.000Z', principal: 400_000, interest: 30_000, penaltyInterest: 5_168, iva: 0,
  notYetDueAmount: 0, receivableAmount: 0, acceleratedOn: null, bankName: null, deductionCard: null, lastOpenedAt: null,
  lastRepaymentPageVisit: null, lastAppVisit: null, willingness: null, queueName: 'Early', institutionName: 'House',
  borrower: {
    id: 70, name: 'Guadalupe Hernández', identityNumber: null, phone: '55****1234', homePhone: null, birthDate: null,
    municipality: null, state: null, maritalStatus: null, education: null, companyName: null, occupation: null,
    workingYears: null, residenceAddress: null, companyAddress: null,
  },
  promises: [], actions: ['record', 'promise'],
}; // prettier-ignore

const CONTACTS: ContactList = {
  contacts: [
    {
      id: 9, name: 'Guadalupe', phone: '55****1234', relation: 'R01', emergency: false, lastCallResult: null, blocked: null,
    },
  ],
  hideKey: true,
}; // prettier-ignore

/** What the page of a case asks for, besides the frame. */
export function answerCase(network: Network): Network {
  return network
    .on({ call: 'GET task/info/7', answer: () => CASE })
    .on({ call: 'GET task/contacts/7', answer: () => CONTACTS })
    .on({ call: 'GET task/collectionLogs/7', query: CollectionLogQuery, answer: () => NO_ROWS })
    .on({ call: 'GET preferences/drafts/7', answer: () => null })
    .on({ call: 'POST preferences/drafts/7', answer: () => ({ version: 1, newer: null }) })
    .on({ call: 'POST preferences/drafts/7/delete', answer: () => null });
}
