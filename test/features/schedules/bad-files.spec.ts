import { CFB, utils, type WorkSheet } from '@e965/xlsx';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeXlsx } from 'hucre/xlsx';
import { SCHEDULE_SHEETS } from '../../../contract/team/schedule-sheets.js';
import type { ScheduleUpload } from '../../../contract/team/schedules.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { sheetsOf } from '../imports/books.js';
import { fileOf, schedule, sent, serial, sheetOf, type Cells } from './files.js';

const day = addDays(businessDay(new Date()), 5);
const duty = (names: readonly string[]): Cells[] => names.map((name) => [serial(day), name, 'ON_DUTY']);

const { api, org, admin } = useSite({ workers: { processors: true }, people: { admin: 'admin' } });
beforeAll(async () => {
  for (const username of ['ana', 'beto', 'carla']) await createUser(api, org, 'member', { username });
  const far = { institutionId: org.otherInstitutionId, groupId: null, username: 'elsewhere' };
  await createUser(api, org, 'member', far);
});

const cellsOf = ({ errors }: ScheduleUpload) =>
  errors.map(({ sheet, cell, reason }) => `${sheet} ${cell} ${reason}`);
const applied = async () =>
  (
    await api.rows(
      sql`SELECT user_id AS id FROM seat_day WHERE day = ${day} UNION ALL SELECT queue_id FROM seat_plan`,
    )
  ).length;

/** Nothing of it may be half applied. */
async function refused(bytes: Buffer): Promise<ScheduleUpload> {
  const result = await sent(admin, bytes);
  expect(result).toMatchObject({ status: 'REFUSED', planRows: 0, peopleRows: 0 });
  expect(await applied()).toBe(0);
  return result;
}

/** An xlsx file of the two sheets, each by the rows of its XML. */
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const heads = (sheet: keyof typeof SCHEDULE_SHEETS) =>
  `<row r="1">${SCHEDULE_SHEETS[sheet].map(text).join('')}</row>`;
const emptyRows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `<row r="${from + at}"/>`).join('');

describe.each(['xlsx', 'biff8'] as const)('a schedule as %s', (type) => {
  const people = (rows: Cells[], change: (sheet: WorkSheet) => void = () => undefined) => {
    const sheet = sheetOf('people', rows);
    change(sheet);
    return fileOf({ people: sheet }, type);
  };

  it('with merged cells has them named, each cell of them', async () => {
    const result = await refused(
      people(duty(['ana', 'beto', 'carla']), (sheet) => {
        sheet['!merges'] = [{ s: { r: 2, c: 1 }, e: { r: 3, c: 1 } }];
      }),
    );
    expect(cellsOf(result)).toEqual(['people B3 merged', 'people B4 merged']);
  });

  it('with dates as text, names twice and people of another institution has each cell named', async () => {
    const rows = [...duty(['ana', 'elsewhere', 'ana']), [day, 'carla', 'REST']];
    expect(cellsOf(await refused(people(rows)))).toEqual([
      'people B3 unknown',
      'people B4 twice',
      'people A5 textDate',
    ]);
  });

  it('that counts its days from 1904 means the same days', async () => {
    const from1904 = serial(day) - 1_462;
    const sheet = sheetOf('people', [[from1904, 'ana', 'REST']]);
    const book = { Workbook: { WBProps: { date1904: true } } };
    expect(await sent(admin, fileOf({ people: sheet }, type, book))).toMatchObject({ status: 'APPLIED' });
    expect(await applied()).toBe(1);
    await api.rows(sql`DELETE FROM seat_day`);
  });
});

describe('a workbook', () => {
  it('with formulas has each named, whatever it says', async () => {
    const sheet = sheetOf('people', duty(['ana', 'beto']));
    sheet['C3'] = { t: 's', f: 'UPPER("rest")', v: 'REST' };
    sheet['A2'] = { t: 'n', f: 'TODAY()', v: serial(day), z: 'yyyy-mm-dd' };
    const result = await refused(fileOf({ people: sheet }));
    expect(cellsOf(result)).toEqual(['people A2 formula', 'people C3 formula']);
  });

  const sheets = () => [
    { name: 'people', rows: [[...SCHEDULE_SHEETS.people], [new Date(`${day}T00:00:00Z`), 'ana', 'REST']] },
  ];

  it('with a macro is refused for it', async () => {
    const vbaraw = CFB.write(CFB.utils.cfb_new(), { type: 'buffer' }) as Buffer;
    const bytes = fileOf({ people: sheetOf('people', duty(['ana'])) }, 'xlsm', { vbaraw });
    expect((await refused(bytes)).failure).toBe('The workbook holds a macro. Save it without one');
  });

  it('with a password is refused for it, in either format', async () => {
    const encryption = { password: 'secret', spinCount: 1_000 };
    const locked = Buffer.from(await writeXlsx({ sheets: sheets(), encryption }));
    const words = 'The workbook is protected by a password. Save it without one';
    expect((await refused(locked)).failure).toBe(words);
    const old = lockedXls(fileOf({ people: sheetOf('people', duty(['ana'])) }, 'biff8'));
    expect((await refused(old)).failure).toBe(words);
  });

  it('of another writer is read as well', async () => {
    expect(await sent(admin, Buffer.from(await writeXlsx({ sheets: sheets() })))).toMatchObject({
      status: 'APPLIED',
      peopleRows: 1,
    });
    await api.rows(sql`DELETE FROM seat_day`);
  });

  it('of a million empty rows is its one row; of two millions, or broken inside, it is refused in clear words', async () => {
    const style = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const row = `<row r="900001"><c r="A900001" s="1"><v>${serial(day)}</v></c>${text('ana')}${text('REST')}</row>`;
    const many = heads('people') + emptyRows(2, 900_000) + row;
    const result = await sent(admin, sheetsOf([['people', many]], style));
    expect(result).toMatchObject({ status: 'APPLIED', peopleRows: 1, rowsTotal: 1, rowsWritten: 1 });
    await api.rows(sql`DELETE FROM seat_day`);
    const both = sheetsOf([
      ['plan', heads('plan') + emptyRows(2, 1_000_000)],
      ['people', heads('people') + emptyRows(2, 1_000_000)],
    ]);
    expect((await refused(both)).failure).toBe(
      'The workbook holds too much to be read. Delete its empty rows and pictures, or send it in parts',
    );
    const broken = schedule([], duty(['ana'])).subarray(0, -40);
    expect((await refused(broken)).failure).toBe('Send it as an xls or xlsx file');
  });

  it('of more rows than a schedule has is refused for that', async () => {
    const rows = Array.from({ length: 100_001 }, (_, at) => `<row><c><v>${at * 7_919}</v></c></row>`).join(
      '',
    );
    const result = await refused(sheetsOf([['people', heads('people') + rows]]));
    expect(result.failure).toBe('The workbook has more than 100,000 rows. Send it in parts');
  });

  it('without the heads in its first line is refused for that', async () => {
    const sheet = utils.aoa_to_sheet([[], [...SCHEDULE_SHEETS.people]]);
    expect((await refused(fileOf({ people: sheet }))).failure).toContain('Take the template');
  });
});

/** Puts the record that says "encrypted" behind the first of the workbook's stream, as a saved password does. */
function lockedXls(bytes: Buffer): Buffer {
  const file = CFB.read(bytes, { type: 'buffer' });
  const stream = CFB.find(file, '/Workbook')!;
  const content = Buffer.from(stream.content as Uint8Array);
  const first = 4 + content.readUInt16LE(2);
  const salted = Buffer.alloc(4 + 54);
  salted.writeUInt16LE(0x2f, 0);
  salted.writeUInt16LE(54, 2);
  salted.writeUInt16LE(1, 4);
  salted.writeUInt16LE(1, 6);
  salted.writeUInt16LE(1, 8);
  stream.content = Buffer.concat([content.subarray(0, first), salted, content.subarray(first)]);
  stream.size = stream.content.length;
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}
