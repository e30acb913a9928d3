import type {
  QualityReply,
  QualityReport,
  QualityReportQuery,
  QualitySampleDetail,
  QualitySampleRow,
  QualityScoring,
  QualitySheetChange,
  QualitySheetRow,
} from '../../../contract/supervision/quality';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const qualityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    qualitySheets: build.query<Page<QualitySheetRow>, Question>(get('quality/sheets', ['Quality'], 'all')),
    qualitySheet: build.query<QualitySheetRow, number>({
      query: (id) => ({ path: `quality/sheet/${id}` }),
      providesTags: ['Quality'],
      extraOptions: { silent: 'all' },
    }),
    saveQualitySheet: build.mutation<{ id: number }, QualitySheetChange>(
      post('quality/sheets', ['Quality'], ['22', '23']),
    ),
    qualitySamples: build.query<Page<QualitySampleRow>, Question>(get('quality/samples', ['Quality'], 'all')),
    qualitySample: build.query<QualitySampleDetail, number>({
      query: (id) => ({ path: `quality/sample/${id}` }),
      providesTags: ['Quality'],
      extraOptions: { silent: 'all' },
    }),
    scoreCall: build.mutation<unknown, QualityScoring>(post('quality/score', ['Quality'])),
    answerScore: build.mutation<unknown, QualityReply>(post('quality/answer', ['Quality'])),
    qualityReport: build.query<QualityReport, QualityReportQuery>(get('quality/report', ['Quality'], 'all')),
  }),
});

export const {
  useQualitySheetsQuery,
  useQualitySheetQuery,
  useSaveQualitySheetMutation,
  useQualitySamplesQuery,
  useQualitySampleQuery,
  useScoreCallMutation,
  useAnswerScoreMutation,
  useQualityReportQuery,
} = qualityApi;
