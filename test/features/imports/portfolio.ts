import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { SourceRow } from '../../../server/domain/imports/loan-row.rules.js';
import { beginning } from '../../support/clock.js';

/** Row number `n` of a made-up loan book, valid unless `cells` makes it otherwise. Due `daysLate` days before the file's servers began. */
export function loanRow(n: number, cells: Record<string, string | undefined> = {}, daysLate = 10): SourceRow {
  const due = addDays(businessDay(beginning()), -daysLate);
  const phone = (prefix: string) => `${prefix}${String(n).padStart(6, '0')}`;
  return {
    line: n + 1,
    cells: {
      institutionCode: 'NORTE',
      queueCode: 'Q1',
      appName: 'Prestamo Ya',
      productCategory: 'PAYDAY',
      platform: 'android',
      borrowerExternalId: `B-${n}`,
      borrowerName: `María Seedname ${n}`,
      identityNumber: `GOMC${String(n).padStart(6, '0')}HDFRRL09`,
      birthDate: '1990-05-17',
      municipality: 'Coyoacán',
      state: 'CDMX',
      phone: phone('5551'),
      homePhone: phone('5552'),
      loanExternalId: `L-${n}`,
      loanItemExternalId: `I-${n}`,
      reloan: '1',
      disbursedAt: '2026-01-05',
      contractAmount: '2000.00',
      period: '1',
      dueDate: due,
      principal: '1000.00',
      interest: '150.50',
      penalty: '20',
      iva: '24.08',
      paidAmount: '0',
      bankName: 'BBVA',
      cardLast4: '4321',
      contact1Name: `Pedro Seedfriend ${n}`,
      contact1Phone: phone('5553'),
      contact1Relation: 'R06',
      contact2Name: `Libreta ${n}`,
      contact2Phone: phone('5554'),
      contact2Relation: 'R11',
      ...cells,
    },
  };
}

export function loanRows(count: number, cells: Record<string, string | undefined> = {}): SourceRow[] {
  return Array.from({ length: count }, (_, index) => loanRow(index + 1, cells));
}
