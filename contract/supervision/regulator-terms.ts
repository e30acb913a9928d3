import { z } from 'zod';
import { CallerNumber } from '../contact/agencies.js';
import { fileColumns } from './complaint-months.js';

/**
 * `guard/regulator`: when a month is reported, by which file, who may call, and the term of the law in which a complaint is answered:
 * nobody has confirmed one, so there is none until counsel sets it with a source.
 */
export const RegulatorTerms = z
  .object({
    /** A month of this institution is reported. */
    isReported: z.boolean(),
    /** Working days of the next month. */
    reportDay: z.int().min(1).max(20),
    /** Working days before. */
    remindDays: z.int().min(0).max(10),
    /** Calls come from numbers of the register of agencies alone. */
    onlyRegistered: z.boolean(),
    /** The number that softphones without one of their own show; null: the supplier's choice. */
    callerNumber: CallerNumber.nullable(),
    /** Calendar days. */
    legalDays: z.int().min(1).max(365).nullable(),
    legalSource: z.string().trim().max(300).nullable(),
    fileColumns: z
      .string()
      .trim()
      .min(1)
      .max(8_000)
      .refine((text) => fileColumns(text) !== null, { params: { rule: 'columns' } }),
  })
  .refine(({ legalDays, legalSource }) => legalDays === null || Boolean(legalSource), {
    path: ['legalSource'],
    params: { rule: 'required' },
  });
export type RegulatorTerms = z.infer<typeof RegulatorTerms>;

export const DEFAULT_REGULATOR_TERMS: RegulatorTerms = {
  isReported: true,
  reportDay: 5,
  remindDays: 2,
  onlyRegistered: false,
  callerNumber: null,
  legalDays: null,
  legalSource: null,
  fileColumns: [
    'Periodo = month',
    'Institución = institution',
    'Clave de causa = causeCode',
    'Causa = cause',
    'Recibidas = opened',
    'Atendidas = completed',
    'Atendidas en plazo = inTime',
    'Pendientes = open',
  ].join('\n'),
};
