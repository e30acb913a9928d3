import { useCallback, useEffect, useMemo, useState } from 'react';
import { newRequestId } from '../../../lib/request-id';
import { type Draft, emptyDraft, isWritten } from './case-draft';
import { dropDraft, keepDraft, keptDraft } from './draft-calls';
import { DraftKeeper, type LocalDraft } from './draft-keeper';

const keyOf = (caseId: number) => `case-draft.${caseId}`;

/** This tab's own copy, which is there at once after a reload; it ends with the tab, for notes are personal. */
function read(caseId: number): LocalDraft | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(keyOf(caseId)) ?? 'null') as LocalDraft | null;
    return saved && { version: saved.version, draft: { ...emptyDraft(), ...saved.draft } };
  } catch {
    return null; // Not ours: the form begins empty.
  }
}

function write(caseId: number, local: LocalDraft | null): void {
  if (local) sessionStorage.setItem(keyOf(caseId), JSON.stringify(local));
  else sessionStorage.removeItem(keyOf(caseId));
}

/** The form's content, kept as it is typed until it is saved: here, and on the server for every other browser. */
export function useDraft(caseId: number) {
  const [first] = useState(() => read(caseId));
  const [draft, setDraft] = useState(() => first?.draft ?? emptyDraft());
  const [restored, setRestored] = useState(() => isWritten(draft));
  const keeper = useMemo(() => {
    const port = {
      read: () => keptDraft(caseId),
      save: (body: Parameters<typeof keepDraft>[1]) => keepDraft(caseId, body),
      drop: () => dropDraft(caseId),
    };
    return new DraftKeeper(port, first, {
      onLocal: (local) => write(caseId, local),
      onTaken: (taken) => {
        setDraft(taken);
        setRestored(isWritten(taken));
      },
    });
  }, [caseId, first]);
  useEffect(() => {
    void keeper.open();
    return () => keeper.close();
  }, [keeper]);
  const edit = useCallback(
    (change: Partial<Draft>) => setDraft(keeper.edit({ ...change, requestId: newRequestId() })),
    [keeper],
  );
  const drop = useCallback(() => {
    void keeper.drop();
    setDraft(emptyDraft());
    setRestored(false);
  }, [keeper]);
  return { draft, edit, drop, restored };
}
