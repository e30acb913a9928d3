import { lazy } from 'react';
import { BorrowerReveal, ContactReveal } from '../features/borrowers/phone-reveal';
import { CaseLoan } from '../features/cases/page/case-loan';
import { CaseLog } from '../features/cases/page/case-log';
import type { CaseParts } from '../features/cases/page/case-parts';
import { CasePayments } from '../features/cases/page/case-payments';
import { CasePlan } from '../features/cases/page/case-plan';
import { AllocationWhy } from '../features/allocation/allocation-why';
import { ContactLimits } from '../features/contact-compliance/contact-limits';
import { ContactWindow } from '../features/contact-compliance/contact-window';
import { ComplaintLink } from '../features/complaints/complaint-link';
import { ContactHolds } from '../features/contact-compliance/contact-holds';
import { LongAgingLoans } from '../features/long-aging/long-aging-loans';
import { DeductionNotice } from '../features/repayment/deduction-notice';
import { RequestChips } from '../features/requests/request-chips';
import { WhoFirst } from '../features/calls/who-first';
import { MessageKey } from '../features/messages/message-tool';
import { ContactCall, ContactMessage, WorkCall } from './contact-tools';

const MessagesPanel = lazy(() => import('../features/messages/messages-panel'));
const CodesPanel = lazy(() => import('../features/repayment/codes-panel'));
const LoansPanel = lazy(() => import('../features/repayment/loans-panel'));
const VouchersPanel = lazy(() => import('../features/repayment/vouchers-panel'));
const CallRecordsPanel = lazy(() => import('../features/calls/call-records-panel'));
const CallsPanel = lazy(() => import('../features/calls/calls-panel'));
const PeoplePanel = lazy(() => import('../features/borrowers/people-panel'));
const PicturesPanel = lazy(() => import('../features/borrowers/pictures-panel'));
const ReceiptsPanel = lazy(() => import('../features/contact-compliance/receipts-panel'));
const TimelinePanel = lazy(() => import('../features/timeline/timeline-panel'));

/**
 * Parts that each feature adds to the case page, in the order shown. Other features' panels are lazy: a tab costs nothing
 * until it is opened. The bar has room for seven short words at 1280.
 */
export const CASE_PARTS: CaseParts = {
  first: WhoFirst,
  tabs: [
    { name: 'log', sections: [{ name: 'log', Panel: CaseLog }] },
    {
      name: 'calls',
      sections: [
        { name: 'calls', Panel: CallsPanel },
        { name: 'callRecords', Panel: CallRecordsPanel },
      ],
    },
    { name: 'messages', sections: [{ name: 'messages', Panel: MessagesPanel }] },
    {
      name: 'repayment',
      sections: [
        { name: 'codes', Panel: CodesPanel },
        { name: 'plan', Panel: CasePlan },
        { name: 'payments', Panel: CasePayments },
        { name: 'vouchers', Panel: VouchersPanel },
      ],
    },
    {
      name: 'loan',
      sections: [
        { name: 'loan', Panel: CaseLoan },
        { name: 'loans', Panel: LoansPanel },
      ],
    },
    {
      name: 'people',
      sections: [
        { name: 'people', Panel: PeoplePanel },
        { name: 'pictures', Panel: PicturesPanel },
      ],
    },
    {
      name: 'timeline',
      sections: [
        { name: 'timeline', Panel: TimelinePanel },
        { name: 'guard', Panel: ReceiptsPanel },
      ],
    },
  ],
  who: [ContactHolds, RequestChips, AllocationWhy, ComplaintLink],
  number: [BorrowerReveal],
  contacts: [ContactLimits],
  loan: [LongAgingLoans],
  contact: [ContactWindow, ContactCall, ContactReveal, ContactMessage],
  work: [WorkCall, MessageKey, DeductionNotice],
};
