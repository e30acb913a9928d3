import { useHotkeys } from 'react-hotkeys-hook';
import { usePreferences } from './preferences';

/** A single-key shortcut: silent in form fields, while an input method composes, in dialogs, and when switched off. */
export function useShortcut(keys: string, act: (event: KeyboardEvent) => void, enabled = true): void {
  const { shortcuts } = usePreferences();
  useHotkeys(
    keys,
    (event) => act(event),
    {
      enabled: enabled && shortcuts,
      preventDefault: true,
      ignoreEventWhen: (event) =>
        event.isComposing || document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null,
    },
    [act],
  );
}
