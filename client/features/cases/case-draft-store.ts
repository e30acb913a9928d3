import { useCallback, useEffect, useState } from 'react';
import { newRequestId } from '../../lib/request-id';
import { type Draft, emptyDraft, isWritten } from './case-draft';

const keyOf = (caseId: number) => `case-draft.${caseId}`;

function read(caseId: number): Draft {
  try {
    const saved = JSON.parse(localStorage.getItem(keyOf(caseId)) ?? '{}') as Partial<Draft>;
    return { ...emptyDraft(), ...saved };
  } catch {
    return emptyDraft(); // Not ours: the form begins empty.
  }
}

function write(caseId: number, draft: Draft): void {
  if (isWritten(draft)) localStorage.setItem(keyOf(caseId), JSON.stringify(draft));
  else localStorage.removeItem(keyOf(caseId));
}

/** The form's content, kept on this device as it is typed until it is saved. */
export function useDraft(caseId: number) {
  const [draft, setDraft] = useState(() => read(caseId));
  const [restored, setRestored] = useState(() => isWritten(draft));
  useEffect(() => write(caseId, draft), [caseId, draft]);
  const edit = useCallback((change: Partial<Draft>) => {
    const requestId = newRequestId();
    setDraft((before) => ({ ...before, ...change, requestId }));
  }, []);
  const drop = useCallback(() => {
    localStorage.removeItem(keyOf(caseId));
    setDraft(emptyDraft());
    setRestored(false);
  }, [caseId]);
  return { draft, edit, drop, restored };
}
