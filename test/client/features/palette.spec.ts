import { describe, expect, it } from '@jest/globals';
import type { CaseRow } from '../../../contract/cases/cases.js';
import {
  distinct,
  type Entry,
  fitting,
  queriesFor,
} from '../../../client/features/palette/palette-entries.js';
import { normalised, scoreOf } from '../../../client/features/palette/palette-match.js';
import { stubGlobal } from '../../support/globals.js';

stubGlobal('navigator', { userAgent: 'Linux' });
const { keysFor } = await import('../../../client/features/palette/key-text.js');

const entry = (group: Entry['group'], label: string): Entry => ({
  id: label,
  group,
  label,
  act: () => undefined,
});

describe('the command palette', () => {
  it('finds without accents and by the beginnings of words', () => {
    expect(normalised('  Línea Días ')).toBe('linea dias');
    expect(scoreOf('dias', 'Línea: días')).toBeGreaterThan(0);
    expect(scoreOf('linea dias', 'Línea: días')).toBeGreaterThan(scoreOf('dias', 'Línea: días'));
    expect(scoreOf('noche', 'Línea: días')).toBe(0);
    expect(scoreOf('逾期', '逾期案件')).toBeGreaterThan(0);
  });

  it('puts what can be done here first, then cases, screens, filters and settings', () => {
    const entries = [
      entry('setting', 'Apariencia: oscura'), entry('go', 'Casos'), entry('case', 'Ana · 7'), entry('here', 'Guardar'),
      entry('filter', 'Promesas hoy'),
    ]; // prettier-ignore
    expect(fitting(entries, '').map(({ group }) => group)).toEqual([
      'here',
      'case',
      'go',
      'filter',
      'setting',
    ]);
    expect(fitting(entries, 'oscu').map(({ label }) => label)).toEqual(['Ana · 7', 'Apariencia: oscura']);
    expect(fitting(entries, 'hoy').map(({ group }) => group)).toEqual(['case', 'filter']);
  });

  it('finds people by a surname or a user name, and shows none before something is typed', () => {
    const ivan = { ...entry('person', 'Iván Martínez'), hint: 'ivan.martinez' };
    const entries = [entry('go', 'Martes'), ivan];
    expect(fitting(entries, 'martin')).toEqual([ivan]);
    expect(fitting(entries, 'ivan.m')).toEqual([ivan]);
    expect(fitting(entries, '').map(({ group }) => group)).toEqual(['go']);
  });

  it('puts the better fit first within a group', () => {
    const found = fitting(
      [entry('go', 'Sin casos'), entry('go', 'Casos'), entry('go', 'Los otros casos')],
      'casos',
    );
    expect(found[0]!.label).toBe('Casos');
  });

  it.each([
    ['an', []],
    ['ana', [{ borrowerName: 'ana' }, { loanId: 'ana' }]],
    ['20931', [{ loanId: '20931' }]],
    ['L-20931', [{ loanId: 'L-20931' }]],
    ['55 1234 5678', [{ loanId: '55 1234 5678' }, { borrowerPhone: '55 1234 5678' }]],
    ['+52 55 1234 5678', [{ loanId: '+52 55 1234 5678' }, { borrowerPhone: '+52 55 1234 5678' }]],
    ['x'.repeat(41), []],
  ])('asks for %s by what it may be', (text, questions) => {
    expect(queriesFor(text)).toEqual(questions);
  });

  it('shows a case that was found twice once', () => {
    const rows = [{ id: 1 }, { id: 2 }, { id: 1 }] as CaseRow[];
    expect(distinct(rows).map(({ id }) => id)).toEqual([1, 2]);
  });

  it("writes keys as the machine's keyboard has them", () => {
    expect(keysFor('ctrl+k, meta+k', false)).toEqual(['Ctrl', 'K']);
    expect(keysFor('ctrl+k, meta+k', true)).toEqual(['⌘', 'K']);
    expect(keysFor('1,2,3,4,5,6,7,8,9', false)).toEqual(['1–9']);
    expect(keysFor('esc', false)).toEqual(['Esc']);
    expect(keysFor('?', true)).toEqual(['?']);
  });
});
