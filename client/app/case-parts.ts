import { lazy } from 'react';
import { BorrowerReveal, ContactReveal } from '../features/borrowers/phone-reveal';
import type { CaseParts } from '../features/cases/case-parts';
import { MessageKey, MessageTool } from '../features/messages/message-tool';

const MessagesPanel = lazy(() => import('../features/messages/messages-panel'));
const PeoplePanel = lazy(() => import('../features/borrowers/people-panel'));
const PicturesPanel = lazy(() => import('../features/borrowers/pictures-panel'));
const TimelinePanel = lazy(() => import('../features/timeline/timeline-panel'));

/** What each feature adds to the case page, in the order shown. Panels are lazy: a tab costs nothing until it is opened. */
export const CASE_PARTS: CaseParts = {
  tabs: [
    { name: 'messages', Panel: MessagesPanel },
    { name: 'timeline', Panel: TimelinePanel },
    { name: 'people', Panel: PeoplePanel },
    { name: 'pictures', Panel: PicturesPanel },
  ],
  who: [],
  number: [BorrowerReveal],
  contact: [ContactReveal, MessageTool],
  work: [MessageKey],
};
