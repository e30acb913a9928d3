import type { ProductTermsChange, ProductTermsRow } from '../../../contract/products';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import type { Question } from '../../ui/list-page/question';

const productsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    productTerms: build.query<Page<ProductTermsRow>, Question | { termsId: number }>({
      query: (params) => ({ path: 'product/terms', params }),
      providesTags: ['ProductTerms'],
      extraOptions: { quiet: 'all' },
    }),
    saveProductTerms: build.mutation<{ id: number }, ProductTermsChange>({
      query: (body) => ({ path: 'product/terms', method: 'POST', body }),
      invalidatesTags: ['ProductTerms'],
      extraOptions: { quiet: ['22', '23'] },
    }),
  }),
});

export const { useProductTermsQuery, useSaveProductTermsMutation } = productsApi;
