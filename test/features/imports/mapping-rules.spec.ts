import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { IMPORT_COLUMNS, ImportMapping } from '../../../contract/cases/import-mapping.js';
import { columnNamed, headingsOf } from '../../../server/domain/imports/headings.rules.js';
import { amountOf, cellsBy, dayOf, notationOf } from '../../../server/domain/imports/mapping.rules.js';
import { encodingOf, separatorOf } from '../../../server/platform/sheets/text-encoding.js';

describe('what a file says of itself', () => {
  it.each([
    ['31/01/2026', 'DMY', '2026-01-31'],
    ['1.2.2026', 'DMY', '2026-02-01'],
    ['01/31/2026 10:15', 'MDY', '2026-01-31'],
    ['2026/1/31', 'YMD', '2026-01-31'],
    ['2026-01-31', 'DMY', '2026-01-31'],
    ['31/01/26', 'DMY', '31/01/26'],
    ['31/01/2026', 'YMD', '31/01/2026'],
    ['ayer', 'DMY', 'ayer'],
  ] as const)('reads the day %s in the order %s as %s', (cell, order, day) => {
    expect(dayOf(cell, order)).toBe(day);
  });

  it.each([
    ['1,234.50', 'POINT', '1,234.50'],
    ['$ 1,234.50 MXN', 'POINT', '1,234.50'],
    ['1.234,50', 'COMMA', '1234.50'],
    ['1 234,5', 'COMMA', '1234.5'],
  ] as const)('reads the amount %s with a %s as %s', (cell, decimals, amount) => {
    expect(amountOf(cell, decimals)).toBe(amount);
  });

  it('takes the order of days that all of them allow', () => {
    const columns = [{ column: 'dueDate' as const, heading: 'D' }];
    const order = (...days: string[]) => notationOf(columns, ['D'], days.map((day) => [day])).days; // prettier-ignore
    expect([order('01/02/2026'), order('01/02/2026', '01/13/2026'), order('2026/02/01'), order()]).toEqual(
      ['DMY', 'MDY', 'YMD', 'YMD'], // prettier-ignore
    );
  });

  it('tells encodings and separators apart', () => {
    expect(encodingOf(Buffer.from('año'))).toBe('utf-8');
    expect(encodingOf(Buffer.from('año', 'latin1'))).toBe('windows-1252');
    expect(encodingOf(Buffer.from('\uFEFFaño', 'utf16le'))).toBe('utf-16le');
    expect(encodingOf(Buffer.from([0xfe, 0xff, 0, 0x61]))).toBe('utf-16be');
    expect(['a;b;c\n1,2,3,4,5', '"a,b,c";d', 'a\tb', 'a|b', 'a', ''].map(separatorOf)).toEqual(
      [';', ';', '\t', '|', ',', ','], // prettier-ignore
    );
  });

  it('gives each heading a name of its own', () => {
    expect(headingsOf([' Nombre ', 'Nombre', '', 'Tel'])).toEqual(['Nombre', 'Nombre (2)', '#3', 'Tel']);
  });

  it('takes one heading for two columns, and no row from a constant alone', () => {
    const mapping = {
      ...{ kind: 'LEDGER', encoding: 'utf-8', separator: ',', days: 'YMD', decimals: 'POINT' },
      columns: [
        { column: 'loanItemExternalId', heading: 'A' },
        { column: 'providerReference', heading: 'A' },
        { column: 'paidAt', heading: 'B' },
        { column: 'amount', constant: '5' },
        { column: 'channel', constant: 'LEDGER' },
        { column: 'type', constant: 'PAYMENT' },
      ],
    };
    const cells = cellsBy(ImportMapping.parse(mapping), ['A', 'B']);
    expect(cells(['x', ''])).toMatchObject({ loanItemExternalId: 'x', providerReference: 'x', amount: '5' });
    expect(cells(['x', ''])).not.toHaveProperty('paidAt');
    expect(cells([' ', ''])).toEqual({});
  });

  it.each(['en', 'es', 'cn'])('knows each column by the name that the page gives it in %s', (language) => {
    const path = new URL(`../../../client/i18n/${language}/import-columns.json`, import.meta.url);
    const names = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    const named = IMPORT_COLUMNS.filter((column) => !/Call(Type|Time)$/.test(column));
    expect(named.map((column) => columnNamed(names[`name.${column}`] ?? '')).filter(Boolean)).toEqual(named);
    expect(named.filter((column) => columnNamed(column) !== column)).toEqual([]);
  });
});
