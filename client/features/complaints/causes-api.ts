import type { ComplaintCauseChange, ComplaintCauseRow } from '../../../contract/supervision/complaint-causes';
import { entityApi } from '../../api/endpoints';

export const causeCalls = entityApi<ComplaintCauseRow, ComplaintCauseChange>('ComplaintCause', {
  list: 'complaint-cause/list',
  one: (causeId) => ({ path: 'complaint-cause/list', params: { causeId } }),
  save: 'complaint-cause/save',
  stale: ['Complaint'],
});

/** Causes in use, as choices: with the regulator's key where there is one. */
export function useCauseChoices(skip = false): { value: string; label: string }[] {
  const { data } = causeCalls.useList({ page: 1, size: 200, enabled: '1' }, { skip });
  return (data?.result ?? []).map(({ id, code, name }) => ({
    value: String(id),
    label: code === null ? name : `${code} · ${name}`,
  }));
}
