import { useState } from 'react';
import type { CaseInfo } from '../../../../contract/cases';
import type { CaseChange, Messages } from '../../../../contract/realtime';
import { baseApi } from '../../../api/base-api';
import { useCache } from '../../../api/use-cache';
import { storedUser } from '../../../lib/session';
import { useFrame, useJoinedCase, useWatch } from '../../../realtime/hooks';
import { caseApi, caseTags } from '../case-api';
import { type CaseNotice, noticeOf } from './case-notice';

type Viewers = Messages['case.presence']['viewers'];

/** The case with a pushed change in it, or itself when it is as new already. */
export function changedInfo(info: CaseInfo, { caseId, row }: Pick<CaseChange, 'caseId' | 'row'>): CaseInfo {
  return info.id === caseId && row.version > info.version ? { ...info, ...row } : info;
}

/** Keeps the case on screen as the server has it, and says what a reader should notice. */
export function useLiveCase(caseId: number, info: CaseInfo | undefined) {
  const dispatch = useCache();
  const [notice, setNotice] = useState<CaseNotice | null>(null);
  const [viewers, setViewers] = useState<Viewers>([]);
  useWatch({ topic: 'case', caseId });
  useJoinedCase(caseId, (version) => {
    if (info && info.version < version) dispatch(baseApi.util.invalidateTags(caseTags(caseId)));
  });
  useFrame('case.changed', ({ data, at }) => {
    if (!info || changedInfo(info, data) === info) return;
    setNotice((before) => noticeOf(info, data.row, data.cause, at) ?? before);
    dispatch(caseApi.util.updateQueryData('caseInfo', caseId, (shown) => changedInfo(shown, data)));
    // Promises, log, plan and payments are not in the message.
    dispatch(baseApi.util.invalidateTags(caseTags(caseId)));
  });
  useFrame('case.moved', ({ data, at }) => {
    if (data.caseId === caseId && data.direction === 'out') setNotice({ kind: 'gone', amount: 0, at });
  });
  useFrame('case.presence', ({ data }) => {
    if (data.caseId === caseId) setViewers(data.viewers);
  });
  const me = storedUser()?.id;
  return {
    notice,
    dismiss: () => setNotice(null),
    others: viewers.filter(({ userId }) => userId !== me),
  };
}
