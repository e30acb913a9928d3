import { lazy } from 'react';
import { BorrowerReveal, ContactReveal } from '../features/borrowers/phone-reveal';
import type { CaseParts } from '../features/cases/case-parts';
import { DeductionNotice } from '../features/repayment/deduction-notice';
import { MessageKey, MessageTool } from '../features/messages/message-tool';

const MessagesPanel = lazy(() => import('../features/messages/messages-panel'));
const CodesPanel = lazy(() => import('../features/repayment/codes-panel'));
const LoansPanel = lazy(() => import('../features/repayment/loans-panel'));
const VouchersPanel = lazy(() => import('../features/repayment/vouchers-panel'));
const PeoplePanel = lazy(() => import('../features/borrowers/people-panel'));
const PicturesPanel = lazy(() => import('../features/borrowers/pictures-panel'));
const TimelinePanel = lazy(() => import('../features/timeline/timeline-panel'));

/** What each feature adds to the case page, in the order shown. Panels are lazy: a tab costs nothing until it is opened. */
export const CASE_PARTS: CaseParts = {
  tabs: [
    { name: 'codes', Panel: CodesPanel },
    { name: 'messages', Panel: MessagesPanel },
    { name: 'timeline', Panel: TimelinePanel },
    { name: 'people', Panel: PeoplePanel },
    { name: 'pictures', Panel: PicturesPanel },
    { name: 'vouchers', Panel: VouchersPanel },
    { name: 'loans', Panel: LoansPanel },
  ],
  who: [],
  number: [BorrowerReveal],
  contact: [ContactReveal, MessageTool],
  work: [MessageKey, DeductionNotice],
};
