import { useEffect } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { usePreferences } from '../../state/preferences';

/**
 * Every shortcut of the product, in the order of the help. Screens name one by its own keys; a person may have others for
 * it, or none.
 */
export const SHORTCUTS = {
  palette: 'ctrl+k, meta+k',
  help: '?',
  search: '/',
  'next-row': 'j',
  'previous-row': 'k',
  open: 'enter',
  back: 'esc',
  result: 'r',
  'result-number': '1,2,3,4,5,6,7,8,9',
  promise: 'p',
  'follow-up': 'f',
  said: 't',
  call: 'c',
  'ask-help': 'h',
  sms: 's',
  save: 'ctrl+s, meta+s',
  'save-next': 'ctrl+enter, meta+enter',
  undo: 'z',
  listen: 'l',
  whisper: 'w',
  barge: 'b',
  mute: 'm',
  play: 'space',
  'leave-call': 'x',
} as const;
export type ShortcutName = keyof typeof SHORTCUTS;

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];
/** Fixed: they are what every product has, or name a row of buttons. */
const FIXED: readonly ShortcutName[] = ['open', 'back', 'result-number', 'play'];

export const isFixed = (name: ShortcutName) => FIXED.includes(name);

/** The keys in force for a shortcut that is known by its own ones; what is in no table is itself. */
export function keysInForce(own: string, changed: Record<string, string>): string {
  const name = NAMES.find((each) => SHORTCUTS[each] === own);
  return name && !isFixed(name) ? (changed[name] ?? own) : own;
}

/** Puts other keys on a shortcut; whichever had them loses them. The product's own again when `keys` is null. */
export function remapped(
  changed: Record<string, string>,
  name: ShortcutName,
  keys: string | null,
): Record<string, string> {
  const next = { ...changed };
  if (keys === null) delete next[name];
  else next[name] = keys;
  const taken = keysInForce(SHORTCUTS[name], next);
  for (const other of NAMES)
    if (other !== name && taken && keysInForce(SHORTCUTS[other], next) === taken) next[other] = '';
  return next;
}

/** A pressed key as text; null for a modifier alone, or a key that no shortcut may have. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  const key = event.key.toLowerCase();
  if (!/^[a-z0-9/?.;'[\]=-]$/.test(key) || event.altKey) return null;
  return event.ctrlKey ? `ctrl+${key}` : event.metaKey ? `meta+${key}` : key;
}

const hasModifier = (keys: string) => /ctrl|meta/.test(keys);
const isSign = (keys: string) => /^[^a-z0-9]$/.test(keys);

/** How many parts of the page listen to a shortcut, by its own keys. */
const heard = new Map<string, number>();

/** The shortcuts that do something on the page as it is shown. */
export const shortcutsHeard = (): ShortcutName[] =>
  NAMES.filter((name) => (heard.get(SHORTCUTS[name]) ?? 0) > 0);

/**
 * A single-key shortcut: silent in form fields, while an input method composes, in dialogs, and when switched off. With
 * Ctrl it works everywhere but in dialogs. Escape closes what is open above the page before it means anything else, and
 * Enter belongs to the button, link or row that it is pressed on.
 */
export function useShortcut(own: string, act: (event: KeyboardEvent) => void, enabled = true): void {
  const { shortcuts, keys: changed } = usePreferences();
  const keys = keysInForce(own, changed);
  const always = hasModifier(keys);
  useEffect(() => {
    if (!enabled) return undefined;
    heard.set(own, (heard.get(own) ?? 0) + 1);
    return () => void heard.set(own, heard.get(own)! - 1);
  }, [own, enabled]);
  useHotkeys(
    keys || 'f24',
    (event) => act(event),
    {
      enabled: enabled && keys !== '' && (shortcuts || always),
      preventDefault: true,
      enableOnFormTags: always,
      // A sign stands on another key in every layout: what it produces counts, not where it is.
      useKey: isSign(keys),
      ignoreModifiers: isSign(keys),
      ignoreEventWhen: (event) =>
        event.isComposing ||
        isDialogOpen() ||
        (event.key === 'Escape' && isPopupOpen()) ||
        (OF_CONTROLS.includes(keys) && isOnControl(event.target)),
    },
    [act],
  );
}

/** Keys that a focused control has a use for. */
const OF_CONTROLS = ['enter', 'space'];
const CONTROLS =
  'a, button, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=grid], [role=slider]';

function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

export function isDialogOpen(): boolean {
  return document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null;
}

const POPUPS = ['popover', 'dropdown', 'select-dropdown'];
const OPEN_POPUP = POPUPS.map((name) => `.ant-${name}:not(.ant-${name}-hidden)`).join();

function isPopupOpen(): boolean {
  return document.querySelector(OPEN_POPUP) !== null;
}
