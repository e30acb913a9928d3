import type { CaseRow } from '../../../../contract/cases';
import type { CaseChange } from '../../../../contract/realtime';

/** The row with a pushed change in it, or the row itself when it is as new already. */
export function changedRow(
  row: CaseRow,
  { caseId, row: pushed }: Pick<CaseChange, 'caseId' | 'row'>,
): CaseRow {
  return row.id === caseId && pushed.version > row.version ? { ...row, ...pushed } : row;
}
