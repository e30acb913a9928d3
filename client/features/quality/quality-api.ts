import type {
  QualityWord,
  QualityReport,
  QualityReportQuery,
  QualitySampleDetail,
  QualitySampleRow,
  QualityScoring,
  QualitySheetChange,
  QualitySheetRow,
  QualitySheetVersion,
} from '../../../contract/supervision/quality';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { entityApi, get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

export const sheetCalls = entityApi<QualitySheetRow, QualitySheetChange>('Quality', {
  list: 'quality/sheets',
  one: (id) => ({ path: `quality/sheet/${id}` }),
  save: 'quality/sheets',
});

const qualityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    qualitySamples: build.query<Page<QualitySampleRow>, ListQuery>(
      get('quality/samples', ['Quality'], 'all'),
    ),
    qualitySample: build.query<QualitySampleDetail, number>({
      query: (id) => ({ path: `quality/sample/${id}` }),
      providesTags: ['Quality'],
      extraOptions: { silent: 'all' },
    }),
    scoreCall: build.mutation<unknown, QualityScoring>(post('quality/score', ['Quality'])),
    answerScore: build.mutation<unknown, QualityWord>(post('quality/answer', ['Quality'])),
    closeScore: build.mutation<unknown, QualityWord>(post('quality/close', ['Quality'])),
    sheetVersions: build.query<QualitySheetVersion[], number>({
      query: (id) => ({ path: `quality/sheet/${id}/versions` }),
      providesTags: ['Quality'],
      extraOptions: { silent: 'all' },
    }),
    qualityReport: build.query<QualityReport, QualityReportQuery>(get('quality/report', ['Quality'], 'all')),
  }),
});

export const {
  useQualitySamplesQuery,
  useQualitySampleQuery,
  useScoreCallMutation,
  useAnswerScoreMutation,
  useCloseScoreMutation,
  useSheetVersionsQuery,
  useQualityReportQuery,
} = qualityApi;
