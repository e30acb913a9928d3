import type { CaseChange } from '../../../contract/realtime';
import { patched } from '../../lib/newer';

/** The case or its row with a pushed change in it, or itself when it is another case or as new already. */
export function changedCase<Shown extends { id: number; version: number }>(
  shown: Shown,
  { caseId, row }: Pick<CaseChange, 'caseId' | 'row'>,
): Shown {
  return shown.id === caseId ? patched(shown, row) : shown;
}
