import { useCallback, useEffect, useMemo, useState } from 'react';
import { newRequestId } from '../../../lib/request-id';
import { draftKey } from '../../../lib/session';
import { useUserId } from '../../../state/session';
import { type DraftChange, emptyDraft, isWritten } from './case-draft';
import { dropDraft, keepDraft, keptDraft } from './draft-calls';
import { DraftKeeper, type LocalDraft } from './draft-keeper';

/** This tab's own copy, which is there at once after a reload; it ends with the tab, for notes are personal. */
function read(key: string): LocalDraft | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null') as LocalDraft | null;
    return saved && { ...saved, draft: { ...emptyDraft(), ...saved.draft } };
  } catch {
    return null; // Not ours: the form begins empty.
  }
}

function write(key: string, local: LocalDraft | null): void {
  if (local) sessionStorage.setItem(key, JSON.stringify(local));
  else sessionStorage.removeItem(key);
}

/** The form's content, kept as it is typed until it is saved: here, and on the server for every other browser. */
export function useDraft(caseId: number) {
  const key = draftKey(useUserId(), caseId);
  const [first] = useState(() => read(key));
  const [draft, setDraft] = useState(() => first?.draft ?? emptyDraft());
  const [restored, setRestored] = useState(() => isWritten(draft));
  const keeper = useMemo(() => {
    const port = {
      read: () => keptDraft(caseId),
      save: (body: Parameters<typeof keepDraft>[1]) => keepDraft(caseId, body),
      drop: () => dropDraft(caseId),
    };
    return new DraftKeeper(port, first, {
      onLocal: (local) => write(key, local),
      onTaken: (taken) => {
        // One of before has not every field of now.
        setDraft({ ...emptyDraft(), ...taken });
        setRestored(isWritten(taken));
      },
    });
  }, [caseId, first, key]);
  useEffect(() => {
    void keeper.open();
    return () => keeper.close();
  }, [keeper]);
  const edit = useCallback(
    (change: DraftChange) => {
      keeper.edit(change);
      setDraft(keeper.edit({ requestId: newRequestId() }));
    },
    [keeper],
  );
  const drop = useCallback(() => {
    void keeper.drop();
    setDraft(emptyDraft());
    setRestored(false);
  }, [keeper]);
  return { draft, edit, drop, restored };
}
