import { useState } from 'react';
import type { QualityAnswer, QualityMark, QualityScore } from '../../../contract/supervision/quality';
import { draftKey } from '../../lib/session';
import { useUserId } from '../../state/session';

export interface ScoreDraft {
  /** By the question's place in its sheet. */
  answers: Record<number, QualityAnswer>;
  /** In the order in which they were begun; one without text is not sent. */
  marks: QualityMark[];
  remark: string;
}

const EMPTY: ScoreDraft = { answers: {}, marks: [], remark: '' };

/** The score as it is typed, kept in this tab until it is saved. @param given a score that is being corrected */
export function useScoreDraft(sampleId: number, given?: QualityScore) {
  const key = draftKey(useUserId(), `quality-${sampleId}`);
  const [draft, setDraft] = useState(() => read(key) ?? (given ? draftOf(given) : EMPTY));
  const edit = (change: Partial<ScoreDraft>) => {
    const next = { ...draft, ...change };
    sessionStorage.setItem(key, JSON.stringify(next));
    setDraft(next);
  };
  return { draft, edit, drop: () => sessionStorage.removeItem(key) };
}

function read(key: string): ScoreDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as ScoreDraft | null;
  } catch {
    return null; // Not ours: the form begins anew.
  }
}

function draftOf({ answers, marks, remark }: QualityScore): ScoreDraft {
  return { answers: { ...answers }, marks, remark };
}
