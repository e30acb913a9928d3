import type {
  GroupChange,
  GroupStatusChange,
  InstitutionChange,
  InstitutionInfo,
  InstitutionRow,
  InstitutionStatusChange,
} from '../../../contract/administration/institutions';
import { baseApi } from '../../api/base-api';
import { entityApi, post } from '../../api/endpoints';

export const institutionCalls = entityApi<InstitutionRow, InstitutionChange, InstitutionInfo>('Institution', {
  list: 'institutionalManagement/list',
  one: (id) => ({ path: 'institutionalManagement/info', params: { id } }),
  save: 'institutionalManagement/createOrUpdate',
  shows: ['User'],
});

const institutionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    setInstitutionStatus: build.mutation<null, InstitutionStatusChange>(
      post('institutionalManagement/setStatus', ['Institution', 'User'], ['23']),
    ),
    changeGroup: build.mutation<{ id: number }, GroupChange>(
      post('institutionalManagement/group/createOrUpdate', ['Institution'], ['22']),
    ),
    setGroupStatus: build.mutation<null, GroupStatusChange>(
      post('institutionalManagement/group/setStatus', ['Institution']),
    ),
  }),
});

export const { useSetInstitutionStatusMutation, useChangeGroupMutation, useSetGroupStatusMutation } =
  institutionsApi;
