import { stringify } from 'csv-stringify/sync';
import type { ImportLook, ImportMapping } from '../../../contract/cases/import-mapping.js';
import { loanRow } from './portfolio.js';

/** The headings of a Mexican lender, and the column that each is. */
export const HEADINGS = {
  'No. Cliente': 'borrowerExternalId',
  'Nombre del cliente': 'borrowerName',
  Celular: 'phone',
  Crédito: 'loanExternalId',
  Producto: 'productCategory',
  App: 'appName',
  'Fecha de otorgamiento': 'disbursedAt',
  'Monto del crédito': 'contractAmount',
  Cuota: 'period',
  Vencimiento: 'dueDate',
  Capital: 'principal',
  Moratorios: 'penalty',
  'Sistema operativo': 'platform',
  Recrédito: 'reloan',
} as const;

const spanishDay = (day: string) => day.split('-').reverse().join('/');
const spanishAmount = (amount: string) => {
  const [pesos, centavos = '00'] = amount.split('.');
  return `$ ${pesos!.replace(/\B(?=(\d{3})+$)/g, '.')},${centavos.padEnd(2, '0')}`;
};

/** Rows `from` to `to` as the lender writes them: Windows-1252, semicolons, the day first, commas before centavos. */
export function book(from: number, to: number, cells: Record<string, string> = {}): Buffer {
  const rows = Array.from({ length: to - from + 1 }, (_, at) => {
    const { cells: row } = loanRow(from + at, {
      ...{ platform: 'Android', reloan: 'Sí', loanExternalId: `C-${from + at}` },
      ...cells,
    });
    return Object.values(HEADINGS).map((column) => {
      const text = row[column] ?? '';
      if (column === 'disbursedAt' || column === 'dueDate') return spanishDay(text);
      return ['contractAmount', 'principal', 'penalty'].includes(column) ? spanishAmount(text) : text;
    });
  });
  return Buffer.from(stringify([Object.keys(HEADINGS), ...rows], { delimiter: ';' }), 'latin1');
}

const MEANS = { platform: { Android: 'android' }, reloan: { Sí: '1' } };

/** The proposal with what the lender's own words mean. */
export function completed({ mapping }: ImportLook): ImportMapping {
  const values = (column: string) => MEANS[column as keyof typeof MEANS];
  const columns = mapping.columns.map((source) => ({
    ...source,
    ...(values(source.column) && { values: values(source.column) }),
  }));
  return { ...mapping, columns };
}
