import { App } from 'antd';
import type { CaseRow } from '../../../../contract/cases';
import { useWords } from '../../../i18n/use-words';
import { newRequestId } from '../../../lib/request-id';
import { SHORTCUTS, useShortcut } from '../../../lib/shortcuts';
import { Button } from '../../../ui/button';
import { useUndoRecordMutation } from '../case-api';
import { casePath } from '../list-memory';

/** One message at a time: `z` undoes what is said. Older results can be undone in their case's log. */
const TOAST = 'saved-result';
const SHOWN_S = 12;

export interface Saved {
  info: Pick<CaseRow, 'id' | 'loanId' | 'borrowerName'>;
  recordId: number;
  /** Null when it can not be undone. */
  undoUntil: string | null;
  result: string;
  onUndone: () => void;
}

/** @returns shows what was saved, of which case, and the way to undo it. */
export function useSavedToast(): (saved: Saved) => void {
  const { message } = App.useApp();
  return (saved) =>
    void message.success({ key: TOAST, duration: SHOWN_S, content: <SavedResult saved={saved} /> });
}

/** It stands outside of the router: its link is an address. */
function SavedResult({ saved: { info, recordId, undoUntil, result, onUndone } }: { saved: Saved }) {
  return (
    <span className="saved-result" role="status">
      <a href={`#${casePath(info)}`}>
        {info.borrowerName} · <span className="figure">{info.loanId}</span>
      </a>
      <strong>{result}</strong>
      {undoUntil && <UndoButton taskId={info.id} recordId={recordId} byKey onUndone={onUndone} />}
    </span>
  );
}

interface UndoButtonProps {
  taskId: number;
  recordId: number;
  /** The shortcut presses it. */
  byKey?: boolean;
  onUndone?: () => void;
}

export function UndoButton({ taskId, recordId, byKey = false, onUndone }: UndoButtonProps) {
  const { t } = useWords('case');
  const { message } = App.useApp();
  const [undo, { isLoading }] = useUndoRecordMutation();
  const act = async () => {
    const { error } = await undo({ taskId, recordId, clientRequestId: newRequestId() });
    if (error) return;
    onUndone?.();
    void message.success({ key: TOAST, content: t(onUndone ? 'case:undo.done' : 'case:undo.undone') });
  };
  useShortcut(SHORTCUTS.undo, () => void act(), byKey && !isLoading);
  return (
    <Button
      small
      busy={isLoading}
      onClick={() => void act()}
      {...(byKey && { 'aria-keyshortcuts': SHORTCUTS.undo })}
    >
      {t('case:undo.act')} {byKey && <kbd aria-hidden="true">{SHORTCUTS.undo}</kbd>}
    </Button>
  );
}
