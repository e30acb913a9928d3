import type { AgencyChange, AgencyRow } from '../../../contract/contact/agencies';
import { entityApi } from '../../api/endpoints';

export const agencyCalls = entityApi<AgencyRow, AgencyChange>('Agency', {
  list: 'agency/list',
  one: (agencyId) => ({ path: 'agency/list', params: { agencyId } }),
  save: 'agency/save',
});
