import type { ProductTermsChange, ProductTermsRow } from '../../../contract/money/products';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const productsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    productTerms: build.query<Page<ProductTermsRow>, Question | { termsId: number }>(
      get('product/terms', ['ProductTerms'], 'all'),
    ),
    saveProductTerms: build.mutation<{ id: number }, ProductTermsChange>(
      post('product/terms', ['ProductTerms'], ['22', '23']),
    ),
  }),
});

export const { useProductTermsQuery, useSaveProductTermsMutation } = productsApi;
