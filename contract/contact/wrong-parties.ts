import { z } from 'zod';
import { daysBetween, IsoDay } from '../shared/date.js';

export const WRONG_PARTY_GROUPINGS = ['collector', 'relation', 'source', 'product', 'institution'] as const;
export type WrongPartyGrouping = (typeof WRONG_PARTY_GROUPINGS)[number];
export const WRONG_PARTY_DAYS = 92;

/** `GET softPhone/wrongParties`: how often calls of a span reach somebody else; days of Mexico, both included. */
export const WrongPartiesQuery = z
  .object({ by: z.enum(WRONG_PARTY_GROUPINGS), from: IsoDay, to: IsoDay })
  .refine(({ from, to }) => from <= to, { path: ['to'], params: { rule: 'order' } })
  .refine(({ from, to }) => daysBetween(from, to) < WRONG_PARTY_DAYS, { path: ['from'] });
export type WrongPartiesQuery = z.infer<typeof WrongPartiesQuery>;

/** Calls whose caller said who answered. */
export interface WrongPartyShare {
  answered: number;
  /** It was the borrower. */
  borrower: number;
  /** It was somebody whom the number belongs to instead. */
  wrong: number;
  /** `wrong` of `answered`, and the ends of its interval of 95 %; null without an answer. */
  share: { rate: number; low: number; high: number } | null;
}
export interface WrongPartyRow extends WrongPartyShare {
  /** The collector's or the institution's id, the relation's or the source's code, or the product. */
  key: string;
  name: string;
}
export interface WrongParties {
  all: WrongPartyShare;
  /** Those with most wrong parties first, 200 at most. */
  rows: WrongPartyRow[];
}
