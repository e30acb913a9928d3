import { z } from 'zod';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

/** E.164: `+525512345678`. */
export const CallerNumber = z
  .string()
  .trim()
  .regex(/^\+[1-9]\d{7,14}$/);

const MAX_NUMBERS = 500;

/** The numbers of a text, one a line; null when a line is none. */
export function numbersIn(text: string): string[] | null {
  const lines = text.split(/[\n,]/).map((line) => line.replace(/[\s().-]/g, ''));
  const numbers = [...new Set(lines.filter(Boolean))];
  const isWhole =
    numbers.length <= MAX_NUMBERS && numbers.every((each) => CallerNumber.safeParse(each).success);
  return isWhole ? numbers : null;
}

/** `GET agency/list`: who may call for the viewer's institutions. The name is searched by prefix, a number whole. */
export const AgenciesQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['name', 'updatedAt']),
  agencyId: IdText.optional(),
  name: z.string().trim().max(120).optional(),
  number: z.string().trim().max(24).optional(),
  institutionId: IdText.optional(),
  enabled: z.enum(['1', '0']).optional(),
});
export type AgenciesQuery = z.infer<typeof AgenciesQuery>;

const words = (max: number) => z.string().trim().min(1).max(max);
export const AgencyForm = z.object({
  /** Its calls and those of the institutions below it. */
  institutionId: Id,
  name: words(120),
  /** RFC: of a company 12 characters, of a person 13. */
  taxId: z
    .string()
    .trim()
    .regex(/^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/)
    .nullable(),
  address: words(300).nullable(),
  mail: z.email().max(120).nullable(),
  /** The number at which it is reached for complaints. */
  phone: CallerNumber.nullable(),
  peopleInCharge: words(500).nullable(),
  /** From which it may call, one a line. */
  numbers: z
    .string()
    .trim()
    .max(10_000)
    .refine((text) => numbersIn(text) !== null, { params: { rule: 'numbers' } }),
  enabled: z.boolean(),
});
export type AgencyForm = z.infer<typeof AgencyForm>;

/** `POST agency/save`: without an id a new one. */
export const AgencyChange = AgencyForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type AgencyChange = z.infer<typeof AgencyChange>;

export interface AgencyRow extends AgencyForm {
  id: number;
  version: number;
  institutionName: string;
  updatedBy: string | null;
  updatedAt: string;
}
