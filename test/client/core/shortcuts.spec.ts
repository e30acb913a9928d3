import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type * as Shortcuts from '../../../client/lib/keyboard/shortcuts.js';
import { Settings } from '../../../contract/preferences.js';
import { stubGlobal, unstubGlobals } from '../../support/globals.js';
import { keysBelow, readWords } from '../../support/words.js';

let shortcuts: typeof Shortcuts;
beforeAll(async () => {
  stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  stubGlobal('document', { documentElement: { dataset: {} }, addEventListener: () => undefined });
  stubGlobal('window', { addEventListener: () => undefined });
  shortcuts = await import('../../../client/lib/keyboard/shortcuts.js');
});
afterAll(() => {
  unstubGlobals();
});

describe('the table of shortcuts', () => {
  it('gives no two shortcuts the same keys', () => {
    const keys = Object.values(shortcuts.SHORTCUTS).flatMap((each) =>
      each.split(',').map((key) => key.trim()),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has words for each in the help', () => {
    expect(keysBelow(readWords('es', 'palette'), 'shortcut')).toEqual(
      Object.keys(shortcuts.SHORTCUTS).sort(),
    );
  });
});

describe('a person’s own keys', () => {
  const { keysInForce, remapped, keysOf } = {
    keysInForce: (own: string, changed: Record<string, string>) => shortcuts.keysInForce(own, changed),
    remapped: (...args: Parameters<typeof shortcuts.remapped>) => shortcuts.remapped(...args),
    keysOf: (key: string, more: object = {}) =>
      shortcuts.keysOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more }),
  };

  it('stand in the place of the product’s; what is in no table stays', () => {
    expect(keysInForce('j', {})).toBe('j');
    expect(keysInForce('j', { 'next-row': 'n' })).toBe('n');
    expect(keysInForce('j', { 'next-row': '' })).toBe('');
    expect(keysInForce('x', { 'next-row': 'n' })).toBe('x');
  });

  it('take keys from whichever shortcut had them', () => {
    const changed = remapped({}, 'next-row', 'k');
    expect(changed).toEqual({ 'next-row': 'k', 'previous-row': '' });
    expect(remapped(changed, 'previous-row', 'i')).toEqual({ 'next-row': 'k', 'previous-row': 'i' });
    expect(remapped(changed, 'next-row', null)).toEqual({ 'previous-row': '' });
    expect(remapped({ call: '' }, 'sms', '')).toEqual({ call: '', sms: '' });
  });

  it('leave what every product has alone', () => {
    expect(keysInForce('esc', { back: 'b' })).toBe('esc');
    expect([shortcuts.isFixed('open'), shortcuts.isFixed('call')]).toEqual([true, false]);
  });

  it('are written as they are pressed, and as the server keeps them', () => {
    expect([keysOf('N'), keysOf('?'), keysOf('s', { ctrlKey: true })]).toEqual(['n', '?', 'ctrl+s']);
    for (const key of ['Shift', 'Escape', 'F5', '<', ' ', 'ñ', 'Enter'])
      expect({ [key]: keysOf(key) }).toEqual({ [key]: null });
    expect(keysOf('a', { altKey: true })).toBeNull();
    for (const keys of ['n', '?', '/', 'ctrl+s', '', '[', ']', ';', "'", '=', '-', '.'])
      expect({ [keys]: Settings.safeParse({ keys: { 'next-row': keys } }).success }).toEqual({
        [keys]: true,
      });
    for (const own of Object.values(shortcuts.SHORTCUTS))
      expect({ [own]: Settings.safeParse({ keys: { call: own } }).success }).toEqual({ [own]: true });
  });
});
