import type { CasePage, CaseRow } from '../../../contract/cases/cases';
import { baseApi } from '../../api/base-api';
import { distinct, queriesFor } from './palette-entries';

const MAX_ENTRIES = 8;

const paletteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** A handful of cases by loan number, name or phone. */
    foundCases: build.query<CaseRow[], string>({
      async queryFn(text, _api, _extra, ask) {
        const answers = await Promise.all(
          queriesFor(text).map(async (query) =>
            ask({ path: 'task/listing', params: { ...query, size: MAX_ENTRIES } }),
          ),
        );
        const error = answers.find((answer) => answer.error)?.error;
        if (error && answers.every((answer) => answer.error)) return { error };
        const rows = answers.flatMap(({ data }) => (data as CasePage | undefined)?.result ?? []);
        return { data: distinct(rows).slice(0, MAX_ENTRIES) };
      },
      keepUnusedDataFor: 5,
      // A text that is no phone number is not worth a message.
      extraOptions: { silent: 'all' },
    }),
  }),
});

export const { useFoundCasesQuery } = paletteApi;
