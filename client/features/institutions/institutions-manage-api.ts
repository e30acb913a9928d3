import type {
  GroupChange,
  GroupStatusChange,
  InstitutionChange,
  InstitutionInfo,
  InstitutionRow,
  InstitutionStatusChange,
} from '../../../contract/administration/institutions';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const institutionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    institutionList: build.query<Page<InstitutionRow>, Question>(
      get('institutionalManagement/list', ['Institution'], 'all'),
    ),
    institution: build.query<InstitutionInfo, number>({
      query: (id) => ({ path: 'institutionalManagement/info', params: { id } }),
      providesTags: ['Institution', 'User'],
      extraOptions: { silent: 'all' },
    }),
    changeInstitution: build.mutation<{ id: number }, InstitutionChange>(
      post('institutionalManagement/createOrUpdate', ['Institution'], ['22', '23']),
    ),
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

export const {
  useInstitutionListQuery,
  useInstitutionQuery,
  useChangeInstitutionMutation,
  useSetInstitutionStatusMutation,
  useChangeGroupMutation,
  useSetGroupStatusMutation,
} = institutionsApi;
