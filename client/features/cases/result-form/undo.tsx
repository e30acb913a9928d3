import { App } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseRow } from '../../../../contract/cases/cases';
import { newRequestId } from '../../../lib/request-id';
import { SHORTCUTS, useShortcut } from '../../../lib/keyboard/shortcuts';
import { Button } from '../../../ui/button';
import { useUndoRecordMutation } from '../case-api';
import { casePath } from '../case-path';

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

function SavedResult({ saved }: { saved: Saved }) {
  return (
    <OfCase info={saved.info}>
      <strong>{saved.result}</strong>
      {saved.undoUntil && <UndoButton taskId={saved.info.id} recordId={saved.recordId} saved={saved} />}
    </OfCase>
  );
}

/** It stands outside of the router: its link is an address. */
function OfCase({ info, children }: Pick<Saved, 'info'> & { children: ReactNode }) {
  return (
    <span className="saved-result" role="status">
      <a href={`#${casePath(info)}`}>
        {info.borrowerName} · <span className="figure">{info.loanId}</span>
      </a>
      {children}
    </span>
  );
}

interface UndoButtonProps {
  taskId: number;
  recordId: number;
  /** In the toast of what was just saved: the shortcut presses it. */
  saved?: Saved;
}

export function UndoButton({ taskId, recordId, saved }: UndoButtonProps) {
  const { t } = useTranslation('case');
  const { message } = App.useApp();
  const [undo, { isLoading }] = useUndoRecordMutation();
  const act = async () => {
    const { error } = await undo({ taskId, recordId, clientRequestId: newRequestId() });
    if (error) return;
    saved?.onUndone();
    const content = saved ? <OfCase info={saved.info}>{t('case:undo.done')}</OfCase> : t('case:undo.undone');
    void message.success({ key: TOAST, content });
  };
  useShortcut(SHORTCUTS.undo, () => void act(), saved !== undefined && !isLoading);
  return (
    <Button
      small
      busy={isLoading}
      onClick={() => void act()}
      {...(saved && { 'aria-keyshortcuts': SHORTCUTS.undo })}
    >
      {t('case:undo.act')} {saved && <kbd aria-hidden="true">{SHORTCUTS.undo}</kbd>}
    </Button>
  );
}
