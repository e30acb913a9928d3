import { all, sql } from '../../../platform/db/sql.js';
import type { ListPlan } from './case-list.rules.js';

/** The same list, of long-aging cases only. Beyond a group they have an index of their own. */
export function longAgingOnly(plan: ListPlan): ListPlan {
  const only = <Part extends Pick<ListPlan, 'index' | 'filter'>>(part: Part): Part => ({
    ...part,
    index: part.index === 'case_institution' ? 'case_institution_kind' : part.index,
    filter: all([part.filter, sql`c.kind = 'LONG_AGING'`]),
  });
  return { ...only(plan), kept: undefined, ...(plan.counted ? { counted: only(plan.counted) } : {}) };
}
