import type { WrongPartyGrouping, WrongPartyShare } from '../../../contract/contact/wrong-parties.js';
import { wilson } from './wilson.rules.js';

export interface CountedCalls {
  answered: number;
  borrower: number;
  wrong: number;
}

export function shareOf({ answered, borrower, wrong }: CountedCalls): WrongPartyShare {
  const share = answered === 0 ? null : { rate: wrong / answered, ...wilson(wrong, answered) };
  return { answered, borrower, wrong, share };
}

/** The columns of each grouping, over phone_call `h`; `with` joins what a name or a key needs. */
export const GROUPED: Record<WrongPartyGrouping, { key: string; name: string; with: string }> = {
  collector: { key: 'h.agent_id', name: 'u.name', with: 'JOIN user u ON u.id = h.agent_id' },
  relation: { key: 'k.relation', name: 'k.relation', with: 'JOIN contact k ON k.id = h.contact_id' },
  source: { key: 'k.source', name: 'k.source', with: 'JOIN contact k ON k.id = h.contact_id' },
  product: {
    key: 'l.product_category',
    name: 'l.product_category',
    with: 'JOIN collection_case c ON c.id = h.case_id JOIN loan_item l ON l.id = c.loan_item_id',
  },
  institution: {
    key: 'h.institution_id',
    name: 'i.name',
    with: 'JOIN institution i ON i.id = h.institution_id',
  },
};
