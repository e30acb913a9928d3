import type { ProductTermsChange, ProductTermsRow } from '../../../contract/money/products';
import { entityApi } from '../../api/endpoints';

export const productCalls = entityApi<ProductTermsRow, ProductTermsChange>('ProductTerms', {
  list: 'product/terms',
  one: (termsId) => ({ path: 'product/terms', params: { termsId } }),
  save: 'product/terms',
});
