import type { BoundCases } from '../../../contract/cases/case-moves';
import type { PromisePage, PromiseRates } from '../../../contract/cases/promises';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Call } from '../../api/http';
import type { ListQuery } from '../../ui/list-page/list-query';

export function exportCall({ page: _page, size: _size, ...filter }: ListQuery): Call {
  return { path: 'promise/list', params: { ...filter, output: 1 } };
}

interface HandBack {
  taskIds: number[];
  versions: number[];
}

const promisesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    promises: build.query<PromisePage, ListQuery>(get('promise/list', ['Promise'], 'all')),
    promiseRates: build.query<PromiseRates, object>(get('promise/rates', ['Promise'], 'all')),
    handBackPreview: build.query<BoundCases, HandBack>({
      query: (filter) => ({ path: 'promise/handBack', method: 'POST', body: { ...filter, preview: true } }),
      keepUnusedDataFor: 0,
      extraOptions: { silent: 'all' },
    }),
    handBack: build.mutation<BoundCases, HandBack & { clientRequestId: string }>(
      post('promise/handBack', ['Promise', 'Queue', 'CaseList', 'CaseCounts']),
    ),
  }),
});

export const { usePromisesQuery, usePromiseRatesQuery, useHandBackPreviewQuery, useHandBackMutation } =
  promisesApi;
