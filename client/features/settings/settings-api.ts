import type {
  PolicyAnswer,
  PolicyChange,
  PolicyRevert,
  PolicySaved,
  PolicyVersion,
} from '../../../contract/contact/policy';
import type { MessageLimitsAnswer, MessageLimitsChange } from '../../../contract/contact/messages';
import type {
  OrderSample,
  WeightsChange,
  WeightsHistory,
  WeightsInForce,
} from '../../../contract/cases/priorities';
import type { AskSimulation, PolicySimulationRow } from '../../../contract/contact/policy-simulation';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

/** Without it: the viewer's own. */
export interface OfInstitution {
  institutionId?: number;
}

/** The screens show by themselves why there is nothing. */
const shown = { extraOptions: { silent: 'all' as const } };
/** The form shows a refusal at its field, and a change that came in between. */
const atTheFields = { extraOptions: { silent: ['22', '23'] } };

const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    weights: build.query<WeightsInForce, void>(get('priorities/weights', ['Weights'], 'all')),
    weightsHistory: build.query<WeightsHistory, number>({
      query: (size) => ({ path: 'priorities/weights/history', params: { size } }),
      providesTags: ['Weights'],
      ...shown,
    }),
    orderSample: build.query<OrderSample, void>({ query: () => ({ path: 'priorities/sample' }), ...shown }),
    changeWeights: build.mutation<unknown, WeightsChange>({
      query: (body) => ({ path: 'priorities/weights', method: 'POST', body }),
      invalidatesTags: ['Weights'],
      ...atTheFields,
    }),
    messageLimits: build.query<MessageLimitsAnswer, void>(
      get('sms/limit/config/read', ['MessageLimits'], 'all'),
    ),
    changeMessageLimits: build.mutation<unknown, MessageLimitsChange>(
      post('sms/limit/config/update', ['MessageLimits'], ['22', '23']),
    ),
    contactPolicy: build.query<PolicyAnswer, OfInstitution>(get('guard/policy', ['GuardPolicy'], 'all')),
    contactPolicyHistory: build.query<Page<PolicyVersion>, OfInstitution & { size: number }>(
      get('guard/policy/history', ['GuardPolicy'], 'all'),
    ),
    changeContactPolicy: build.mutation<PolicySaved, PolicyChange>(
      post('guard/policy', ['GuardPolicy'], ['22', '23']),
    ),
    revertContactPolicy: build.mutation<PolicySaved, PolicyRevert>(
      post('guard/policy/revert', ['GuardPolicy']),
    ),
    policySimulation: build.query<PolicySimulationRow | null, OfInstitution>(
      get('guard/policy/lab', ['PolicyLab'], 'all'),
    ),
    askPolicySimulation: build.mutation<{ labId: number }, AskSimulation>(
      post('guard/policy/lab', ['PolicyLab']),
    ),
  }),
});

export const {
  useWeightsQuery,
  useWeightsHistoryQuery,
  useOrderSampleQuery,
  useChangeWeightsMutation,
  useMessageLimitsQuery,
  useChangeMessageLimitsMutation,
  useContactPolicyQuery,
  useContactPolicyHistoryQuery,
  useChangeContactPolicyMutation,
  useRevertContactPolicyMutation,
  usePolicySimulationQuery,
  useAskPolicySimulationMutation,
} = settingsApi;
