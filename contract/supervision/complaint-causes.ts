import { z } from 'zod';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

/** `GET complaint-cause/list`: the regulator's causes, those in use first. */
export const ComplaintCausesQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['name', 'code', 'updatedAt']),
  causeId: IdText.optional(),
  enabled: z.enum(['1', '0']).optional(),
});
export type ComplaintCausesQuery = z.infer<typeof ComplaintCausesQuery>;

const words = (max: number) => z.string().trim().max(max).nullable();
export const ComplaintCauseForm = z.object({
  name: z.string().trim().min(1).max(120),
  /** The regulator's key of it. */
  code: words(16),
  /** The document with which it was compared, and its day; null: to be confirmed. */
  legalSource: words(200),
  enabled: z.boolean(),
});
export type ComplaintCauseForm = z.infer<typeof ComplaintCauseForm>;

/** `POST complaint-cause/save`: by the topmost institution, for all of them. */
export const ComplaintCauseChange = ComplaintCauseForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type ComplaintCauseChange = z.infer<typeof ComplaintCauseChange>;

export interface ComplaintCauseRow extends ComplaintCauseForm {
  id: number;
  version: number;
  updatedBy: string | null;
  updatedAt: string;
}
