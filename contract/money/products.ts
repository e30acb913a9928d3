import { z } from 'zod';
import { IsoDay } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

export const TERMS_STATES = ['PLANNED', 'IN_FORCE', 'PAST'] as const;
export type TermsState = (typeof TERMS_STATES)[number];

/** `GET product/terms`: every version in the viewer's institutions. Products are searched by prefix. */
export const ProductTermsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['productCategory', 'effectiveFrom', 'updatedAt']),
  termsId: IdText.optional(),
  productCategory: z.string().trim().max(60).optional(),
  state: z.enum(TERMS_STATES).optional(),
  institutionId: IdText.optional(),
});
export type ProductTermsQuery = z.infer<typeof ProductTermsQuery>;

/** Terms of a product's loans from a day on. */
export const ProductTermsForm = z.object({
  productCategory: z.string().trim().min(1).max(60),
  institutionId: Id,
  /** Mexico's day, after today. */
  effectiveFrom: IsoDay,
  extensionPercent: z.number().min(0.01).max(100).multipleOf(0.01),
  extensionDays: z.int().min(1).max(365),
  extensionLimit: z.int().min(0).max(99),
  /** Days past due from which the whole balance is claimed; null: never. */
  afterDays: z.int().min(1).max(3_650).nullable(),
  automaticDebit: z.boolean(),
});
export type ProductTermsForm = z.infer<typeof ProductTermsForm>;

/** `POST product/terms`: without an id a new version; one that holds already is never changed. */
export const ProductTermsChange = ProductTermsForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type ProductTermsChange = z.infer<typeof ProductTermsChange>;

export interface ProductTermsRow extends ProductTermsForm {
  id: number;
  version: number;
  state: TermsState;
  institutionName: string;
  updatedBy: string | null;
  updatedAt: string;
}
