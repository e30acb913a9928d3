import type {
  DeviceDataChange,
  DeviceDataRow,
  PolicyAnswer,
  PolicyChange,
  PolicyRevert,
  PolicyVersion,
} from '../../../contract/guard';
import type { MessageLimitsAnswer, MessageLimitsChange } from '../../../contract/messages';
import type {
  OrderSample,
  WeightsChange,
  WeightsHistory,
  WeightsInForce,
} from '../../../contract/priorities';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';

/** The screens say by themselves why there is nothing to show. */
const shown = { extraOptions: { quiet: 'all' as const } };
/** What is wrong stands at its field; who was overtaken sees what was changed meanwhile. */
const atTheFields = { extraOptions: { quiet: ['22', '23'] } };

const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    weights: build.query<WeightsInForce, void>({
      query: () => ({ path: 'priorities/weights' }),
      providesTags: ['Weights'],
      ...shown,
    }),
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
    messageLimits: build.query<MessageLimitsAnswer, void>({
      query: () => ({ path: 'sms/limit/config/read' }),
      providesTags: ['MessageLimits'],
      ...shown,
    }),
    changeMessageLimits: build.mutation<unknown, MessageLimitsChange>({
      query: (body) => ({ path: 'sms/limit/config/update', method: 'POST', body }),
      invalidatesTags: ['MessageLimits'],
      ...atTheFields,
    }),
    guardPolicy: build.query<PolicyAnswer, void>({
      query: () => ({ path: 'guard/policy' }),
      providesTags: ['GuardPolicy'],
      ...shown,
    }),
    guardPolicyHistory: build.query<Page<PolicyVersion>, number>({
      query: (size) => ({ path: 'guard/policy/history', params: { size } }),
      providesTags: ['GuardPolicy'],
      ...shown,
    }),
    changeGuardPolicy: build.mutation<unknown, PolicyChange>({
      query: (body) => ({ path: 'guard/policy', method: 'POST', body }),
      invalidatesTags: ['GuardPolicy'],
      ...atTheFields,
    }),
    revertGuardPolicy: build.mutation<unknown, PolicyRevert>({
      query: (body) => ({ path: 'guard/policy/revert', method: 'POST', body }),
      invalidatesTags: ['GuardPolicy'],
    }),
    deviceData: build.query<DeviceDataRow[], void>({
      query: () => ({ path: 'guard/deviceData' }),
      providesTags: ['GuardPolicy'],
      ...shown,
    }),
    changeDeviceData: build.mutation<null, DeviceDataChange>({
      query: (body) => ({ path: 'guard/deviceData', method: 'POST', body }),
      invalidatesTags: ['GuardPolicy'],
    }),
  }),
});

export const {
  useWeightsQuery,
  useWeightsHistoryQuery,
  useOrderSampleQuery,
  useChangeWeightsMutation,
  useMessageLimitsQuery,
  useChangeMessageLimitsMutation,
  useGuardPolicyQuery,
  useGuardPolicyHistoryQuery,
  useChangeGuardPolicyMutation,
  useRevertGuardPolicyMutation,
  useDeviceDataQuery,
  useChangeDeviceDataMutation,
} = settingsApi;
