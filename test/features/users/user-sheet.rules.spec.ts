import { describe, expect, it } from '@jest/globals';
import { SHEET_LAYOUTS } from '../../../contract/administration/sheet-uploads.js';
import { DEFAULT_USER, type UserForm } from '../../../contract/administration/users.js';
import { RowCells } from '../../../server/domain/sheet-uploads/row-cells.rules.js';
import type { SheetScope } from '../../../server/domain/sheet-uploads/sheet-book.rules.js';
import {
  changesOfForm,
  formOfRow,
  PlaceBook,
  refuseExceeding,
} from '../../../server/domain/users/user-sheet.rules.js';
import type { SheetCell } from '../../../server/platform/sheets/sheets.js';

const PLACES = new PlaceBook({
  institution: [{ id: 1, name: 'NORTE', institutionId: 1 }, { id: 2, name: 'SUR', institutionId: 2 }],
  group: [{ id: 11, name: 'Group A', institutionId: 1 }, { id: 12, name: 'Group A', institutionId: 2 }],
  queue: [{ id: 21, name: 'Q1', institutionId: 1 }],
}); // prettier-ignore
const admin: SheetScope = {
  userId: 7,
  role: 'admin',
  institutionId: 1,
  institutionIds: [1, 2],
  path: '/1/',
  everywhere: false,
  groupId: null,
};

type Said = Partial<Record<string, string | number | SheetCell['kind']>>;

function cellsOf(said: Said): RowCells {
  const cells = SHEET_LAYOUTS.users.users.map((column): [string, SheetCell] => {
    const value = said[column];
    return [
      column,
      value === undefined ? { at: column, kind: 'empty' } : { at: column, kind: 'text', value },
    ];
  });
  return new RowCells({ sheet: 'users', cells: Object.fromEntries(cells) });
}

function read(said: Said, standing: UserForm | null = null, sender = admin) {
  const cells = cellsOf(said);
  const form = formOfRow(cells, standing, PLACES, sender);
  if (form) refuseExceeding(cells, standing && { ...standing, id: 9 }, form, sender);
  return { form, refused: cells.refusals.map(({ column, reason }) => `${column} ${reason}`) };
}

const ana: UserForm = {
  ...{ ...DEFAULT_USER, channels: ['SMS'], products: ['Uno'], loanTypes: [], appSystems: [] },
  ...{ username: 'ana', name: 'Ana', role: 'member', institutionId: 1, groupId: 11, queueId: 21 },
};

describe('a row of people', () => {
  it('says of a new person what it says, and the usual otherwise', () => {
    const { form, refused } = read({
      ...{ username: 'beto', name: 'Beto', role: 'MEMBER', group: 'group a', queue: 'q1' },
      ...{ channels: 'waba,sms', ranked: 'no', loanTypes: '0, 2' },
    });
    expect(refused).toEqual([]);
    expect(form).toMatchObject({ role: 'member', groupId: 11, queueId: 21, channels: ['SMS', 'WABA'] });
    expect(form).toMatchObject({
      ranked: false,
      showAnnouncement: true,
      loanTypes: [0, 2],
      institutionId: 1,
    });
  });

  it('leaves of who is there what it does not say; in another institution group and queue are others', () => {
    expect(read({ username: 'ana', autoDial: 'sí' }, ana).form).toEqual({ ...ana, autoDial: true });
    expect(read({ username: 'ana', institution: 'sur' }, ana).refused).toEqual(['group required']);
    expect(read({ username: 'ana', institution: 'sur', group: 'Group A' }, ana).form).toMatchObject({
      ...{ institutionId: 2, groupId: 12, queueId: null },
    });
  });

  it('has each cell named that says nothing', () => {
    const bad = {
      username: 'a b',
      name: 'A',
      role: 'boss',
      group: 'Group A',
      channels: 'FAX',
      tenureFrom: 'May',
    };
    expect(read(bad).refused.sort()).toEqual([
      'channels format',
      'role unknown',
      'tenureFrom format',
      'username format',
    ]);
  });

  it('gives nobody more than its sender has, and moves no administrator nor its sender', () => {
    const leader: SheetScope = { ...admin, role: 'leader', groupId: 11 };
    expect(read({ username: 'upper', name: 'Upper', role: 'admin' }, null, leader).refused).toEqual([
      'role beyond',
    ]);
    expect(read({ username: 'ana', name: 'A' }, { ...ana, role: 'admin' }, leader).refused).toEqual([
      'role beyond',
      'username beyond',
    ]);
    const other: UserForm = { ...ana, role: 'admin', groupId: null };
    expect(read({ username: 'x', role: 'supervisor' }, other).refused).toEqual(['role byForm']);
    expect(read({ username: 'x', role: 'leader' }, ana, { ...admin, userId: 9 }).refused).toEqual([
      'role byForm',
    ]);
  });

  it('tells what it changes by the words of the workbook', () => {
    const after: UserForm = { ...ana, groupId: null, role: 'supervisor', products: ['Uno', 'Dos'] };
    expect(changesOfForm(ana, after, PLACES)).toEqual([
      { field: 'role', before: 'member', after: 'supervisor' },
      { field: 'group', before: 'Group A', after: null },
      { field: 'products', before: 'Uno', after: 'Dos, Uno' },
    ]);
  });
});
