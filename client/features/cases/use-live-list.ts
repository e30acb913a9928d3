import { baseApi } from '../../api/base-api';
import { useCache } from '../../api/use-cache';
import { useFrame } from '../../realtime/hooks';
import { casesApi, type ListQuestion } from './cases-api';
import { changedRow } from './changed-row';

/**
 * Writes pushed changes into the list on screen. A case that comes or leaves only asks the server again: the table holds
 * such changes back until the reader applies them.
 */
export function useLiveList(question: ListQuestion): void {
  const dispatch = useCache();
  useFrame('case.changed', ({ data }) => {
    dispatch(
      casesApi.util.updateQueryData('caseList', question, (list) => {
        list.result = list.result.map((row) => changedRow(row, data));
      }),
    );
  });
  useFrame('case.moved', () => {
    dispatch(baseApi.util.invalidateTags(['CaseList', 'CaseCounts']));
  });
}
