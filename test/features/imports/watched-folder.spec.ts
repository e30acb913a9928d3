import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportLook, ImportMapping } from '../../../contract/cases/import-mapping.js';
import type { ImportRun, ImportStarted } from '../../../contract/cases/imports.js';
import { isWhole, lookAt, STILL_MS } from '../../../server/domain/imports/whole-file.rules.js';
import { FileIntakeService } from '../../../server/features/imports/file-intake.service.js';
import {
  WatchedFolderService,
  type Outcome,
} from '../../../server/features/imports/watched-folder.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createDesk } from '../cases/desk.js';
import { eventually } from '../../support/eventually.js';
import { useDesk } from '../../support/site.js';
import { book, completed } from './lenders-book.js';

const { desk } = useDesk(createDesk);
const NAME = 'Cartera diaria';
let folder: string;
let mapping: ImportMapping;

beforeAll(async () => {
  const upload = <Data>(call: string, fields: object) =>
    desk.as.admin.upload<Data>(call, book(1, 2), 'cartera.csv', fields);
  const { data: look } = await upload<ImportLook>('management/task/import/look', { reading: {} });
  const named = { ...completed(look), name: NAME };
  const { data } = await upload<ImportStarted>('management/task/import', { mapping: named });
  await eventually(async () => {
    const run = await desk.as.admin.get<ImportRun>(`management/task/import/${data.importId}`);
    expect(run.data.status).toBe('DONE');
  });
  mapping = await desk.api.get(FileIntakeService).mapping(NAME);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watched-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, content: Buffer | string = '') => writeFile(join(folder, name), content);
async function round(by: ImportMapping | undefined = mapping): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const each of desk.api.get(WatchedFolderService).round({ folder, mapping: by }))
    outcomes.push(each);
  return outcomes;
}
const below = async (name: string) => (await readdir(join(folder, name))).map((each) => each.slice(15));
const loans = async () => {
  const [row] = await desk.api.rows<{ count: number }>(sql`SELECT COUNT(*) AS count FROM loan_item`);
  return row!.count;
};

describe('a watched folder', () => {
  it('is read by the mapping that was kept in the browser, once, and the file is put away', async () => {
    const before = await loans();
    await put('cartera.csv', book(10, 14));
    expect(await round()).toEqual([]);
    await put('cartera.csv.done');
    const [outcome] = await round();
    expect(outcome).toMatchObject({
      file: 'cartera.csv',
      reason: null,
      totals: { rowsKept: 5, rowsRefused: 0 },
    });
    expect(await loans()).toBe(before + 5);
    expect(await readdir(folder)).toEqual(['taken']);
    expect(await below('taken')).toEqual(['cartera.csv']);
    expect(await round()).toEqual([]);
  });

  it('counts no loan twice when a file comes again, as after a process that died with it half read', async () => {
    const before = await loans();
    for (const expected of [
      { rowsKept: 3, rowsUnchanged: 0 },
      { rowsKept: 0, rowsUnchanged: 3 },
    ]) {
      await put('otra.csv', book(30, 32));
      await put('otra.csv.done');
      expect(await round()).toMatchObject([{ totals: expected }]);
    }
    expect(await loans()).toBe(before + 3);
  });

  it('says beside a file which of its rows were refused, and beside one that is none why', async () => {
    await put('a.csv', Buffer.concat([book(40, 41), Buffer.from('X;Y\n')]));
    await put('a.csv.done');
    await put('b.csv', 'this is no loan book');
    await put('b.csv.done');
    const [read, refused] = await round();
    expect(read).toMatchObject({ file: 'a.csv', totals: { rowsKept: 2, rowsRefused: 1 } });
    expect(refused).toMatchObject({ file: 'b.csv', totals: null });
    expect(await below('taken')).toEqual(['a.csv', 'a.csv.errors.txt']);
    expect(await below('refused')).toEqual(['b.csv', 'b.csv.errors.txt']);
    const [report] = (await readdir(join(folder, 'refused'))).filter((name) => name.endsWith('.txt'));
    expect(await readFile(join(folder, 'refused', report!), 'utf8')).toBe(refused!.reason);
  });

  it('leaves alone what is no file of a book', async () => {
    for (const name of ['.half.csv', 'readme.md', 'x.csv.part']) {
      await put(name, book(50, 50));
      await put(`${name}.done`);
    }
    expect(await round()).toEqual([]);
  });

  it('is read by no mapping that nobody has kept', async () => {
    await expect(desk.api.get(FileIntakeService).mapping('Nobody’s')).rejects.toMatchObject({
      key: 'request.notFound',
    });
  });
});

describe('a file', () => {
  it('is whole when it has stood still for a minute, or something says so', () => {
    const first = lookAt({ size: 10, mtimeMs: 1 }, undefined, 0);
    expect(isWhole(first, STILL_MS - 1, false)).toBe(false);
    expect(isWhole(first, 0, true)).toBe(true);
    const same = lookAt({ size: 10, mtimeMs: 1 }, first, STILL_MS);
    expect(isWhole(same, STILL_MS, false)).toBe(true);
    const grown = lookAt({ size: 11, mtimeMs: 1 }, same, STILL_MS);
    expect(isWhole(grown, 2 * STILL_MS - 1, false)).toBe(false);
    const touched = lookAt({ size: 11, mtimeMs: 2 }, grown, 2 * STILL_MS);
    expect(isWhole(touched, 2 * STILL_MS, false)).toBe(false);
    expect(isWhole(lookAt({ size: 0, mtimeMs: 2 }, undefined, 0), STILL_MS, false)).toBe(false);
  });
});
