import { z } from 'zod';
import { CALL_TYPES, PLATFORMS, type Relation } from '../../../contract/codes.js';
import { GIVEN_SOURCES } from '../../../contract/cases/numbers.js';
import type { CallType } from '../../../contract/cases/borrowers.js';
import type { ImportReason } from '../../../contract/cases/imports.js';
import { IsoDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { pesosToCentavos } from '../../../contract/shared/money.js';
import { normalisePhone } from '../../platform/crypto/vault.js';

/** A row as a file gives it: text by column, empty cells left out. */
export interface SourceRow {
  line: number;
  cells: Readonly<Record<string, string | undefined>>;
  /** The file can not be read at this line. */
  broken?: true;
}

export interface RowError {
  line: number;
  field: string;
  reason: ImportReason;
}

export interface LoanContact {
  name: string;
  /** E.164 */
  phone: string;
  relation: Relation;
  /** A call of the borrower's own device with this number. */
  callType?: CallType | undefined;
  callTime?: Date | undefined;
}

/** Limit of a period, centavos: four hundred of them are still an amount that an event may carry. */
const PERIOD_AMOUNT = 20_000_000_000;

const text = (max: number) => z.string().max(max);
const optional = (max: number) => text(max).optional();
const money = z.string().transform((cell, context) => {
  const centavos = pesosToCentavos(cell);
  if (centavos !== null && centavos >= 0) return centavos;
  context.addIssue({ code: 'custom', message: 'format' });
  return z.NEVER;
});
const phone = z.string().transform((cell, context) => {
  const e164 = normalisePhone(cell);
  if (e164 !== null) return e164;
  context.addIssue({ code: 'custom', message: 'format' });
  return z.NEVER;
});
const instant = z
  .union([IsoDay, z.iso.datetime({ offset: true })])
  .transform((cell) => (cell.length === 10 ? startOfBusinessDay(cell) : new Date(cell)));
const relation = z.enum(['R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R12']);
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const noMoney = money.default(0);

const Cells = z.object({
  institutionCode: text(32),
  queueCode: text(32),
  appName: text(60),
  productCategory: text(60),
  platform: z.enum(PLATFORMS),
  borrowerExternalId: text(40),
  borrowerName: text(120),
  identityNumber: optional(32),
  birthDate: IsoDay.optional(),
  municipality: optional(80),
  state: optional(40),
  phone,
  homePhone: phone.optional(),
  phoneSource: z.enum(GIVEN_SOURCES).default('LENDER'),
  phoneGivenOn: IsoDay.optional(),
  companyName: optional(120),
  occupation: optional(80),
  residenceAddress: optional(200),
  companyAddress: optional(200),
  workingYears: wholeNumber(0, 80).optional(),
  maritalStatus: optional(24),
  education: optional(40),
  loanExternalId: text(40),
  loanItemExternalId: text(40),
  reloan: wholeNumber(0, 3),
  disbursedAt: instant,
  contractAmount: money,
  period: wholeNumber(1, 400),
  dueDate: IsoDay,
  principal: money,
  interest: noMoney,
  penalty: noMoney,
  iva: noMoney,
  paidAmount: noMoney,
  bankName: optional(60),
  cardLast4: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
});
const Contact = z
  .object({
    name: text(120),
    phone,
    relation,
    callType: z.coerce.number().pipe(z.literal(CALL_TYPES)).optional(),
    callTime: instant.optional(),
  })
  .refine(({ callType, callTime }) => (callType === undefined) === (callTime === undefined), {
    path: ['callType'],
    message: 'A call has a type and a time',
  });

/** One valid row: a loan item's period and the people around it. Amounts are centavos. */
export type LoanRow = z.infer<typeof Cells> & { line: number; contacts: LoanContact[] };

const CONTACT_SLOTS = [1, 2, 3] as const;

/** @returns the row, or everything that is wrong with it. */
export function parseLoanRow(source: SourceRow): LoanRow | { errors: RowError[] } {
  const unreadable = unreadableRow(source);
  if (unreadable) return { errors: [unreadable] };
  const { line, cells } = source;
  const parsed = Cells.safeParse(cells);
  const errors = parsed.success ? [] : errorsOf(parsed.error, line, cells);
  const contacts: LoanContact[] = [];
  for (const slot of CONTACT_SLOTS) {
    const given = {
      name: cells[`contact${slot}Name`],
      phone: cells[`contact${slot}Phone`],
      relation: cells[`contact${slot}Relation`],
      callType: cells[`contact${slot}CallType`],
      callTime: cells[`contact${slot}CallTime`],
    };
    if (!given.name && !given.phone && !given.relation) continue;
    const contact = Contact.safeParse(given);
    if (contact.success) contacts.push(contact.data);
    else errors.push(...errorsOf(contact.error, line, given, `contact${slot}`));
  }
  if (!parsed.success || errors.length > 0) return { errors };
  const row = { ...parsed.data, line, contacts };
  if (totalOf(row) > PERIOD_AMOUNT) return { errors: [{ line, field: 'principal', reason: 'range' }] };
  return row.paidAmount > totalOf(row) ? { errors: [{ line, field: 'paidAmount', reason: 'range' }] } : row;
}

/** A line that is no row, or is not UTF-8. */
export function unreadableRow({ line, cells, broken }: SourceRow): RowError | null {
  if (broken) return { line, field: 'row', reason: 'format' };
  const garbled = Object.values(cells).some((cell) => cell?.includes('\uFFFD'));
  return garbled ? { line, field: 'row', reason: 'encoding' } : null;
}

/** Total of a period, centavos. */
export function totalOf(row: Pick<LoanRow, 'principal' | 'interest' | 'penalty' | 'iva'>): number {
  return row.principal + row.interest + row.penalty + row.iva;
}

/** One error per column, the first of each. @param given the cells that were parsed */
export function errorsOf(
  error: z.ZodError,
  line: number,
  given: Readonly<Record<string, string | undefined>>,
  prefix = '',
): RowError[] {
  const found = new Map<string, RowError>();
  for (const issue of error.issues) {
    const name = String(issue.path[0]);
    const field = prefix ? prefix + name[0]!.toUpperCase() + name.slice(1) : name;
    if (!found.has(field)) {
      const reason = given[name] === undefined ? 'required' : reasonOf(issue);
      found.set(field, { line, field, reason });
    }
  }
  return [...found.values()];
}

function reasonOf(issue: z.core.$ZodIssue): ImportReason {
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'tooLong' : 'range';
  return issue.code === 'too_small' ? 'range' : 'format';
}
