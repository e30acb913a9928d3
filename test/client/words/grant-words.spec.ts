import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { MENU_KEYS, PERMISSIONS } from '../../../contract/permissions.js';

type Tables = { menu: Record<string, string>; permission: Record<string, Record<string, string>> };

it.each(['cn', 'en', 'es'])(
  'every permission and menu entry has a word in %s, and no word is left over',
  (language) => {
    const file = join(import.meta.dirname, `../../../client/i18n/${language}/grants.json`);
    const { menu, permission } = JSON.parse(readFileSync(file, 'utf8')) as Tables;
    const named = Object.entries(permission).flatMap(([noun, verbs]) =>
      Object.keys(verbs).map((verb) => `${noun}:${verb}`),
    );
    expect(named.sort()).toEqual([...PERMISSIONS].sort());
    expect(Object.keys(menu).sort()).toEqual([...MENU_KEYS].sort());
  },
);
