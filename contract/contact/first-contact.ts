import { z } from 'zod';
import type { CallResult } from '../codes.js';
import { IdText } from '../shared/id.js';

/** Things that are said at a first contact, in the order in which they are said. */
export const SCRIPT_ITEMS = [
  'caller',
  'lender',
  'address',
  'contract',
  'debt',
  'settle',
  'complain',
  'payLender',
] as const;
export type ScriptItem = (typeof SCRIPT_ITEMS)[number];

/** Results about the borrower's money: at a first contact they need the script. */
export const SCRIPT_RESULTS: readonly CallResult[] = ['PTP', 'PTCPST', 'WTP', 'DTP', 'RPD'];

export const SCRIPT_STATES = ['CONFIRMED', 'UNCONFIRMED'] as const;
export type ScriptState = (typeof SCRIPT_STATES)[number];

const Words = z.string().trim().max(300).nullable();

/**
 * `guard/firstContact`: whether the script is asked for, from which length of talk on, and its words; null: the lender has
 * given none, and the item's name stands alone. Words may hold {collector}, {lender}, {contract}, {amount} and {day}.
 */
export const FirstContact = z.object({
  isRequired: z.boolean(),
  /** Seconds. */
  talkFrom: z.int().min(0).max(600),
  legalSource: Words,
  ...(Object.fromEntries(SCRIPT_ITEMS.map((item) => [item, Words])) as Record<ScriptItem, typeof Words>),
});
export type FirstContact = z.infer<typeof FirstContact>;

export const DEFAULT_FIRST_CONTACT: FirstContact = {
  isRequired: true,
  talkFrom: 20,
  legalSource: null,
  ...(Object.fromEntries(SCRIPT_ITEMS.map((item) => [item, null])) as Record<ScriptItem, null>),
};

export const FirstContactQuery = z.object({ taskId: IdText });
export type FirstContactQuery = z.infer<typeof FirstContactQuery>;

/** `GET task/firstContact`: what the caller has to say to this borrower; null: he was told before, or the caller has not talked to him. */
export interface FirstContactScript {
  callId: number;
  items: { item: ScriptItem; words: string | null }[];
  legalSource: string | null;
}
