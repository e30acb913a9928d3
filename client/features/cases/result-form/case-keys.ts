import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../lib/keyboard/commands';
import { SHORTCUTS, useShortcut } from '../../../lib/keyboard/shortcuts';
import type { Draft } from './case-draft';
import { chooseOutcome, PROMISE } from './case-outcomes';

/** r goes to the results, p promises, Ctrl+Enter saves; 1 to 9 belong to the result buttons. */
export function useFormKeys(
  form: RefObject<HTMLFormElement | null>,
  edit: (change: Partial<Draft>) => void,
  save: () => void,
): void {
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  const toResults = () =>
    focus(
      form.current?.querySelector('[data-result][aria-pressed=true]')
        ? '[data-result][aria-pressed=true]'
        : '[data-result]:enabled',
    );
  const promise = () => {
    edit(chooseOutcome(PROMISE));
    // The field appears with the choice.
    setTimeout(() => focus('[name=promiseAmount]'));
  };
  const { t } = useTranslation('palette');
  useShortcut(SHORTCUTS.result, toResults);
  useShortcut(SHORTCUTS.promise, promise);
  useShortcut(SHORTCUTS['save-next'], save);
  useCommands([
    { id: 'result', label: t('palette:shortcut.result'), keys: SHORTCUTS.result, act: toResults },
    { id: 'promise', label: t('palette:shortcut.promise'), keys: SHORTCUTS.promise, act: promise },
    { id: 'save-next', label: t('palette:shortcut.save-next'), keys: SHORTCUTS['save-next'], act: save },
  ]);
  const inField = useEffectEvent((event: KeyboardEvent) => fieldKey(event, save));
  useEffect(() => {
    const place = form.current;
    const listen = (event: KeyboardEvent) => inField(event);
    place?.addEventListener('keydown', listen);
    return () => place?.removeEventListener('keydown', listen);
  }, [form]);
}

/** Ctrl+Enter saves from within a field, and Esc leaves the field before it leaves the page. */
function fieldKey(event: KeyboardEvent, save: () => void): void {
  if (event.isComposing) return;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    event.stopPropagation();
    save();
  }
  const field = event.target instanceof HTMLElement && event.target.matches('input, textarea');
  if (event.key === 'Escape' && field) (event.target as HTMLElement).blur();
}
