import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../../contract/cases/cases';
import type { ScriptItem } from '../../../../contract/contact/first-contact';
import type { FieldError } from '../../../../contract/shared/envelope';
import type { CallError } from '../../../api/envelope';
import { useMay } from '../../../api/session-api';
import { records } from '../../../domain/cases/records';
import { useRecordCallMutation } from '../case-api';
import { type Draft, type DraftField, problemsOf, toRecord } from './case-draft';
import { chosenOutcome, outcomeWords } from './case-outcomes';
import { useToday } from './case-today';
import { useSavedToast } from './undo';

type Problems = Partial<Record<DraftField | 'notes', string>>;

/** Where the server's names of a body's fields are shown. */
const PLACES: Record<string, keyof Problems> = {
  callResult: 'callResult',
  callStatus: 'callResult',
  collectionResult: 'callResult',
  promiseAmount: 'promiseAmount',
  promiseDate: 'promiseDate',
  nextFollowUpAt: 'nextFollowUpAt',
  notes: 'notes',
};
const SCRIPT = 'script.';

/**
 * Saves the form: what is wrong with it is said at its fields, by the screen first and then by the server. When `save`
 * answers false, that stands on screen already.
 */
export function useSave(info: CaseInfo, draft: Draft, edit: (draft: Draft) => void, drop: () => void) {
  const { t } = useTranslation(['case', 'codes']);
  const showSaved = useSavedToast();
  const [record, { isLoading }] = useRecordCallMutation();
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<{ requestId: string; error: CallError } | null>(null);
  const mayExtend = useMay('promise:extend');
  const today = useToday();
  const own = problemsOf(draft, { amount: info.amount, today, mayExtend });
  // A refusal is about what was sent: an edit makes it old.
  const error = refused?.requestId === draft.requestId ? refused.error : null;
  const save = async (): Promise<boolean> => {
    flushSync(() => setTried(true));
    if (isLoading || Object.keys(own).length > 0) return false;
    const sent = toRecord(draft, info, today);
    const answer = await record(sent);
    if (answer.error) {
      flushSync(() => setRefused({ requestId: draft.requestId, error: answer.error as CallError }));
      return false;
    }
    const { recordId, undoUntil } = answer.data;
    const result = t(outcomeWords(chosenOutcome(draft)!));
    // Undo restores the input.
    showSaved({ info, recordId, undoUntil, result, onUndone: () => edit(draft) });
    records.emit({ taskId: info.id, contactId: sent.contactId ?? null, callStatus: sent.callStatus ?? null });
    setTried(false);
    drop();
    return true;
  };
  const words = Object.entries(own).map(([field, key]) => [field, t(key)]);
  const problems: Problems = { ...(tried && Object.fromEntries(words)), ...atFields(error?.fields ?? []) };
  const promises = chosenOutcome(draft)?.promise === true;
  return { save, saving: isLoading, problems, unsaid: unsaidOf(error), refusal: refusalOf(error, promises) };
}

/** Items of the script that the server has missed; a tick is an edit, and makes them old. */
function unsaidOf(error: CallError | null): Partial<Record<ScriptItem, string>> {
  const fields = error?.fields.filter(({ field }) => field.startsWith(SCRIPT)) ?? [];
  return Object.fromEntries(fields.map(({ field, message }) => [field.slice(SCRIPT.length), message]));
}

function atFields(fields: readonly FieldError[]): Problems {
  return Object.fromEntries(
    fields.flatMap(({ field, message }) => (PLACES[field] ? [[PLACES[field], message]] : [])),
  );
}

/** Shown above the buttons, unless each of its fields is on screen and shows its own refusal. */
function refusalOf(error: CallError | null, promises: boolean): string | null {
  if (!error || !['22', '23'].includes(error.code)) return null;
  const away = error.fields.filter(
    ({ field }) =>
      (!PLACES[field] && !field.startsWith(SCRIPT)) || (!promises && PLACES[field]?.startsWith('promise')),
  );
  if (away.length > 0) return away.map(({ message }) => message).join(' ');
  return error.fields.length > 0 ? null : error.message;
}
