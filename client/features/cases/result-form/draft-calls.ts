import type { DraftAnswer, DraftSave, StoredDraft } from '../../../../contract/preferences';
import { send } from '../../../api/http';

/** Undefined when the server could not be asked; null when there is no draft. */
export async function keptDraft(taskId: number): Promise<StoredDraft | null | undefined> {
  const answer = await send({ path: `preferences/drafts/${taskId}` });
  return answer.ok ? (answer.data as StoredDraft | null) : undefined;
}
export async function keepDraft(taskId: number, body: DraftSave): Promise<DraftAnswer | null> {
  const answer = await send({ path: `preferences/drafts/${taskId}`, method: 'POST', body });
  return answer.ok ? (answer.data as DraftAnswer) : null;
}
export async function dropDraft(taskId: number): Promise<void> {
  await send({ path: `preferences/drafts/${taskId}/delete`, method: 'POST', body: {} });
}
