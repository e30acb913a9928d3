import { expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../contract/codes.js';
import { MENU_KEYS, PERMISSIONS } from '../../../contract/permissions.js';
import { keysBelow, wordsIn } from '../../support/words.js';

it.each(LANGUAGES)(
  'every permission and menu entry has a word in %s, and no word is left over',
  (language) => {
    const words = wordsIn(language, 'grants');
    expect(keysBelow(words, 'permission')).toEqual(PERMISSIONS.map((name) => name.replace(':', '.')).sort());
    expect(keysBelow(words, 'menu')).toEqual([...MENU_KEYS].sort());
  },
);
