import type {
  AskForHelp,
  DeclineHelp,
  Helper,
  HelpDay,
  HelpRef,
  HelpRequest,
  JoinCall,
  OwnHelp,
  PassHelp,
} from '../../../contract/supervision/help';
import type { ListenAnswer } from '../../../contract/supervision/listening';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

const helpApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    helpRequests: build.query<HelpRequest[], void>(get('help/list', ['Help'], 'all')),
    /** The newest of this running call, which is one's own. */
    ownHelp: build.query<OwnHelp | null, number>({
      query: () => ({ path: 'help/own' }),
      providesTags: ['Help'],
      extraOptions: { silent: 'all' },
    }),
    helpers: build.query<Helper[], HelpRef>(get('help/helpers', ['Help'])),
    helpDay: build.query<HelpDay, { groupId: number; date: string | undefined }>(
      get('help/day', ['Help'], 'all'),
    ),
    askForHelp: build.mutation<HelpRef, AskForHelp>(post('help/ask', ['Help'])),
    withdrawHelp: build.mutation<null, HelpRef>(post('help/withdraw', ['Help'])),
    answerHelp: build.mutation<null, HelpRef>(post('help/answer', ['Help'])),
    passHelp: build.mutation<null, PassHelp>(post('help/pass', ['Help'])),
    declineHelp: build.mutation<null, DeclineHelp>(post('help/decline', ['Help'])),
    joinCall: build.mutation<ListenAnswer, JoinCall>(post('help/join', [])),
  }),
});

export const {
  useHelpRequestsQuery,
  useOwnHelpQuery,
  useHelpersQuery,
  useHelpDayQuery,
  useAskForHelpMutation,
  useWithdrawHelpMutation,
  useAnswerHelpMutation,
  usePassHelpMutation,
  useDeclineHelpMutation,
  useJoinCallMutation,
} = helpApi;
