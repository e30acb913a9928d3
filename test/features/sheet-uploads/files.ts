import { utils, write, type WorkSheet } from '@e965/xlsx';
import { expect } from '@jest/globals';
import {
  SHEET_LAYOUTS,
  type SheetKind,
  type SheetRowSeen,
  type SheetUpload,
} from '../../../contract/administration/sheet-uploads.js';
import type { Page } from '../../../contract/shared/page.js';
import { eventually } from '../../support/eventually.js';
import type { Client } from '../../support/org.js';

export type Line = Readonly<Record<string, string | number | boolean | null>>;
const CALLS = {
  users: { upload: 'manage/user/upload', base: 'manage/user' },
  softphones: { upload: 'softPhone/uploadExcel', base: 'softPhone' },
};

/** A workbook of the kind, its lines by column; `change` may spoil its sheet. */
export function bookOf(
  kind: SheetKind,
  lines: readonly Line[],
  change: (sheet: WorkSheet) => void = () => undefined,
): Buffer {
  const heads: readonly string[] = Object.values(SHEET_LAYOUTS[kind]).flat();
  const sheet = utils.aoa_to_sheet([
    [...heads],
    ...lines.map((line) => heads.map((head) => line[head] ?? null)),
  ]);
  change(sheet);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, kind);
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

export const resultOf = async (who: Client, kind: SheetKind, id: number) =>
  (await who.get<SheetUpload>(`${CALLS[kind].base}/uploadResult/${id}`)).data;

/** As soon as it is in one of the states. */
export function until(who: Client, kind: SheetKind, id: number, ...states: SheetUpload['status'][]) {
  return eventually(async () => {
    const result = await resultOf(who, kind, id);
    expect(states).toContain(result.status);
    return result;
  }, 120_000);
}

/** Sent, and read. */
export async function sent(who: Client, kind: SheetKind, bytes: Buffer): Promise<SheetUpload> {
  const { code, data } = await who.upload<{ uploadId: number }>(CALLS[kind].upload, bytes, 'people.xlsx');
  expect(code).toBe('00');
  return until(who, kind, data.uploadId, 'READY', 'REFUSED');
}

export const rowsOf = async (who: Client, kind: SheetKind, id: number, act: string) =>
  (await who.get<Page<SheetRowSeen>>(`${CALLS[kind].base}/uploadResult/${id}/rows?act=${act}`)).data;

/** The refused cells: "B3 unknown". */
export const cellsOf = async (who: Client, kind: SheetKind, id: number) =>
  (await rowsOf(who, kind, id, 'REFUSED')).result.map(({ place, reason }) => `${place} ${reason}`);

export async function applied(who: Client, kind: SheetKind, id: number): Promise<SheetUpload> {
  expect((await who.post(`${CALLS[kind].base}/applyUpload`, { id })).code).toBe('00');
  return until(who, kind, id, 'APPLIED', 'STALE');
}
