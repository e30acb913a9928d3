import type { Language } from '../../contract/codes';
import { COUNT_CAP } from '../../contract/shared/page';
import { formatCount } from './format';

/** A count that stops at COUNT_CAP: beyond it "10,000+". */
export function formatTotal(total: number | undefined, language: Language): string {
  if (total !== undefined && total > COUNT_CAP) return `${formatCount(COUNT_CAP, language)}+`;
  return formatCount(total, language);
}

/** As formatTotal; what is beyond COUNT_CAP + 1 was counted to its end. */
export function formatCounted(count: number | undefined, language: Language): string {
  return count !== undefined && count > COUNT_CAP + 1
    ? formatCount(count, language)
    : formatTotal(count, language);
}
