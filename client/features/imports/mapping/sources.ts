import type { TFunction } from 'i18next';
import { GIVEN_SOURCES } from '../../../../contract/cases/numbers';
import { PAY_CHANNELS, PLATFORMS, RELATIONS, RELOAN_TYPES } from '../../../../contract/codes';
import type {
  ColumnSource,
  ImportColumn,
  ImportLook,
  ImportMapping,
} from '../../../../contract/cases/import-mapping';
import {
  LEDGER_COLUMNS,
  LOAN_COLUMNS,
  REQUIRED_LEDGER_COLUMNS,
  REQUIRED_LOAN_COLUMNS,
  type ImportKind,
} from '../../../../contract/cases/imports';
import type { Choice } from '../../../ui/generic-select';

/** Columns of calls: phones of borrowers send them, and no lender's book has them. */
const OF_PHONES = /Call(Type|Time)$/;

export const requiredOf = (kind: ImportKind): readonly ImportColumn[] =>
  kind === 'LEDGER' ? REQUIRED_LEDGER_COLUMNS : REQUIRED_LOAN_COLUMNS;

/** Needed ones first. */
export function columnsOf(kind: ImportKind): readonly ImportColumn[] {
  const needed = requiredOf(kind);
  const all: readonly ImportColumn[] = kind === 'LEDGER' ? LEDGER_COLUMNS : LOAN_COLUMNS;
  return [...needed, ...all.filter((column) => !needed.includes(column) && !OF_PHONES.test(column))];
}

export const sourceOf = ({ columns }: ImportMapping, column: ImportColumn): ColumnSource | undefined =>
  columns.find((source) => source.column === column);

/** Needed columns that come from nowhere. */
export const missingIn = (mapping: ImportMapping): ImportColumn[] =>
  requiredOf(mapping.kind).filter((column) => !sourceOf(mapping, column));

export const isComplete = (mapping: ImportMapping): boolean => missingIn(mapping).length === 0;

export function withSource(
  mapping: ImportMapping,
  column: ImportColumn,
  source?: ColumnSource,
): ImportMapping {
  const others = mapping.columns.filter((each) => each.column !== column);
  return { ...mapping, columns: source ? [...others, source] : others };
}

/** The same mapping, in which a text of the file means one of our values; without one the text means itself. */
export function withMeaning(
  mapping: ImportMapping,
  column: ImportColumn,
  text: string,
  meaning?: string,
): ImportMapping {
  const source = sourceOf(mapping, column);
  if (!source) return mapping;
  const { [text]: _before, ...others } = source.values ?? {};
  return withSource(mapping, column, {
    ...source,
    values: meaning ? { ...others, [text]: meaning } : others,
  });
}

/** Values of a column that has few; null for any other. */
export function choicesOf(column: string, look: ImportLook, t: TFunction): Choice<string>[] | null {
  const bare = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  if (column === 'institutionCode') return bare(look.institutions);
  if (column === 'queueCode') return bare(look.queues);
  if (column === 'platform') return bare(PLATFORMS);
  if (column === 'channel') return bare(PAY_CHANNELS);
  if (column === 'type')
    return (['PAYMENT', 'REVERSAL'] as const).map((value) => ({
      value,
      label: t(`import-mapping:type.${value}`),
    }));
  if (column === 'reloan')
    return RELOAN_TYPES.map((type) => ({
      value: String(type),
      label: `${type} ${t(`codes:reloan.${type}`)}`,
    }));
  if (column === 'phoneSource')
    return GIVEN_SOURCES.map((value) => ({ value, label: t(`codes:number-source.${value}`) }));
  if (/^contact\dRelation$/.test(column))
    // R01 is the borrower, who is no contact.
    return RELATIONS.slice(1).map((relation) => ({
      value: relation,
      label: `${relation} ${t(`codes:relation.${relation}`)}`,
    }));
  return null;
}
