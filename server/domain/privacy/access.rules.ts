import { readFileSync } from 'node:fs';
import type { Vault } from '../../platform/crypto/vault.js';
import type { PdfDocument, PdfSection } from '../../platform/pdf/pdf.js';
import { relationName } from '../evidence/document.rules.js';
import { ERASED, rowsOf } from './erasure.rules.js';

type Words = typeof import('./access.es.json');

/** For a borrower in Mexico: in Spanish, whoever makes it. */
const WORDS = JSON.parse(readFileSync(new URL('./access.es.json', import.meta.url), 'utf8')) as Words;

type Fact = string | number | boolean | null;
export type HeldRow = Record<string, Fact>;
/** Rows by table. */
export type Held = Record<string, HeldRow[]>;

/** Other people's numbers: the borrower asks for his own. */
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = { contact: ['phone_enc'] };
/** How we keep it, and no fact about the person. */
const INTERNAL = /_hash$|^version$|^is_live$|_key$/;

/** Statements that read what is held of a borrower, by the table of what an erasure takes. */
export const heldBy = (borrowerId: number) =>
  ERASED.map((part) => ({ table: part.table, statement: rowsOf(part, borrowerId) }));

/** A row in clear: what is sealed is opened, and a mask stays only where the number is another person's. */
export function heldRow(table: string, row: Readonly<Record<string, unknown>>, vault: Vault): HeldRow {
  const others = OF_OTHERS[table] ?? [];
  const sealed = Object.keys(row).filter((column) => column.endsWith('_enc') && !others.includes(column));
  const opened = sealed.map((column) => column.replace(/_enc$/, ''));
  const facts = Object.entries(row).flatMap(([column, value]): [string, Fact][] => {
    if (INTERNAL.test(column) || others.includes(column)) return [];
    if (column.endsWith('_mask') && opened.includes(column.replace(/_mask$/, ''))) return [];
    if (Buffer.isBuffer(value)) return [[column.replace(/_enc$/, ''), vault.open(value)]];
    return [[column.replace(/_enc$/, ''), factOf(value)]];
  });
  return Object.fromEntries(facts);
}

function factOf(value: unknown): Fact {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Fact);
}

/** All that is held, before the sections of contacts and payments that the evidence has. */
export function accessDocument(held: Held, evidence: PdfDocument): PdfDocument {
  const [borrower = {}] = held['borrower'] ?? [];
  const facts = Object.entries(WORDS.facts).map(([fact, label]) => [label, text(borrower[fact])] as const);
  const of = (table: string, ...columns: string[]) =>
    (held[table] ?? []).map((row) => columns.map((column) => text(row[column])));
  return {
    ...evidence,
    title: WORDS.title,
    note: WORDS.note,
    sections: [
      section(
        'profile',
        ['fact', 'value'],
        facts.filter(([, value]) => value !== ''),
      ),
      section(
        'contacts',
        ['name', 'relation', 'phone'],
        of('contact', 'name', 'relation', 'phone_mask').map(([name, relation, phone]) => [
          ...[name!, relationName(relation!), phone!],
        ]),
      ),
      section('loans', ['loan', 'app', 'bank'], of('loan_item', 'external_id', 'app_name', 'bank_name')),
      section('notes', ['at', 'result', 'text'], of('collection_log', 'at', 'result', 'notes')),
      section('pictures', ['kind', 'at'], of('borrower_picture', 'kind', 'taken_at')),
      ...evidence.sections,
    ],
  };
}

const text = (value: Fact | undefined) => (value === null || value === undefined ? '' : String(value));

const section = (
  name: keyof Words['sections'],
  columns: readonly (keyof Words['columns'])[],
  rows: readonly (readonly string[])[],
): PdfSection => ({
  title: `${WORDS.sections[name]} (${rows.length})`,
  columns: columns.map((column) => ({ head: WORDS.columns[column], parts: column === 'text' ? 4 : 1 })),
  rows,
  nothing: '—',
});
