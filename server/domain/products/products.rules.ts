import type { ProductTermsRow } from '../../../contract/money/products.js';
import type { ProductTerms } from './product-terms.entity.js';

export function rowOf(terms: ProductTerms, today: string, holds: boolean): ProductTermsRow {
  const { institution, modifier, updatedAt, ...row } = terms;
  return {
    ...row,
    state: terms.effectiveFrom > today ? 'PLANNED' : holds ? 'IN_FORCE' : 'PAST',
    institutionName: institution?.name ?? '',
    updatedBy: modifier?.name ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}
