import type { AuditRow, PutBack } from '../../../contract/administration/audit';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Call } from '../../api/http';
import type { ListQuery } from '../../ui/list-page/list-query';

export function exportCall({ page: _page, size: _size, ...filter }: ListQuery): Call {
  return { path: 'audit/export', params: filter };
}

const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<Page<AuditRow>, ListQuery>(get('audit/list', ['Audit'], 'all')),
    revertChange: build.mutation<PutBack, { id: number }>(post('audit/putBack', ['Audit'])),
  }),
});

export const { useAuditQuery, useRevertChangeMutation } = auditApi;
