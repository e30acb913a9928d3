import type { CaseParts } from '../features/cases/case-parts';

/** What each feature adds to the case page, in the order shown. Panels are lazy: a tab costs nothing until it is opened. */
export const CASE_PARTS: CaseParts = {
  tabs: [],
  who: [],
  contact: [],
  work: [],
};
