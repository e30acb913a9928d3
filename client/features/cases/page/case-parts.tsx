import { createContext, type ComponentType, type ReactNode, useContext } from 'react';
import type { CallStatus } from '../../../../contract/codes';
import type { PartyAnswer } from '../../../../contract/contact/who-answers';
import type { CaseInfo, ContactRow } from '../../../../contract/cases/cases';

export interface OfCase {
  info: CaseInfo;
}
export interface OfContact extends OfCase {
  contact: ContactRow;
}
export interface WorkPart extends OfCase {
  contactId: number | null;
  /** Fills the form's call status, e.g. from how a call ended; what a person has chosen already stays. */
  onCallStatus: (status: CallStatus, contactId: number | null, party: PartyAnswer | null) => void;
  /** Opens the next case of the list. */
  onNext: () => void;
}

/** A section is what `?tab=` names; its label is `case:section.<name>`. */
export interface CaseSection {
  name: string;
  Panel: ComponentType<OfCase>;
}
/** A tab of the bar, labelled `case:tab.<name>`; it opens at its first section. */
export interface CaseTab {
  name: string;
  sections: readonly [CaseSection, ...CaseSection[]];
}

/**
 * Parts that other features add to the case page, given by the app (client/app/case-parts.ts): features are islands, and the
 * page knows none of them. Each waits for its own words: one that made the page wait would take the focus from who types.
 */
export interface CaseParts {
  /** In place of the case, while something has to be said first; `shut` when the server says so. */
  first: ComponentType<{ caseId: number; shut?: boolean; children: ReactNode }>;
  tabs: readonly CaseTab[];
  /** Left, under the amount due: holds, chips, notes. */
  who: readonly ComponentType<OfCase>[];
  /** Beside the borrower's own number. */
  number: readonly ComponentType<OfCase>[];
  /** Beside the title of the contacts: what holds for all of them. */
  contacts: readonly ComponentType<OfCase>[];
  /** Above the loan item, in its tab. */
  loan: readonly ComponentType<OfCase>[];
  /** In each contact's row: may it be contacted, and how. */
  contact: readonly ComponentType<OfContact>[];
  /** Right, between the contacts and the result: the call, the messages. */
  work: readonly ComponentType<WorkPart>[];
}

const NONE: CaseParts = {
  first: ({ children }) => children,
  tabs: [],
  who: [],
  number: [],
  contacts: [],
  loan: [],
  contact: [],
  work: [],
};

const Parts = createContext<CaseParts>(NONE);
export const CasePartsProvider = Parts.Provider;
export const useCaseParts = () => useContext(Parts);
