import { useEffect, useRef } from 'react';
import type { CaseChange } from '../../../../contract/realtime';
import { baseApi } from '../../../api/base-api';
import { useCache } from '../../../api/use-cache';
import { useFrame } from '../../../realtime/hooks';
import { createTagQueue } from '../../../realtime/tag-queue';
import { casesApi, type ListQuestion } from '../cases-api';
import { changedRow } from './changed-row';

const GATHER_MS = 1_000;

/**
 * Writes pushed changes into the list on screen. A case that comes or leaves only asks the server again: the table holds
 * such changes back until the reader applies them. What is due, and how much of it there is, follows every change.
 */
export function useLiveList(question: ListQuestion): void {
  const dispatch = useCache();
  const recount = useRef<ReturnType<typeof createTagQueue> | null>(null);
  useEffect(() => {
    recount.current = createTagQueue((tags) => void dispatch(baseApi.util.invalidateTags(tags)), GATHER_MS);
  }, [dispatch]);
  const write = (changes: readonly CaseChange[]) => {
    const byCase = new Map(changes.map((change) => [change.caseId, change]));
    dispatch(
      casesApi.util.updateQueryData('caseList', question, (list) => {
        list.result = list.result.map((row) => {
          const change = byCase.get(row.id);
          return change ? changedRow(row, change) : row;
        });
      }),
    );
    recount.current?.([{ type: 'CaseCounts' }]);
  };
  useFrame('case.changed', ({ data }) => write([data]));
  useFrame('cases.changed', ({ data }) => write(data.changes));
  useFrame('case.moved', () => {
    dispatch(baseApi.util.invalidateTags(['CaseList', 'CaseCounts']));
  });
}
