import { fileURLToPath } from 'node:url';
import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StatisticsService } from '../../server/features/statistics/statistics.service.js';
import { Rights } from '../../server/platform/auth/rights.js';
import { SessionStore } from '../../server/platform/auth/session-store.js';
import { Config } from '../../server/platform/config/config.js';
import { sql } from '../../server/platform/db/sql.js';
import { csvOf, csvText } from '../../server/platform/http/csv.js';
import { createDesk, openCase, type Desk, type DeskPerson } from '../features/cases/desk.js';
import { createStack, type Stack } from '../support/stack.js';

const FILES = 5;
let stack: Stack;
let desk: Desk;

beforeAll(async () => {
  stack = await createStack({ RECOUP_EXPORT_FILES: String(FILES), RECOUP_EXPORT_ROWS: '4' });
  desk = await createDesk();
  for (const owner of ['collector', 'colleague', 'stranger'] as const) await openCase(desk, owner);
});
afterAll(async () => {
  await desk.api.close();
  await stack.close();
});

async function take(person: DeskPerson, path: string): Promise<string> {
  const { text } = await desk.as[person].agent.get(`/api/${path}`);
  return text.startsWith('{"code"') ? (JSON.parse(text) as { code: string }).code : '00';
}
const eventsOf = async (person: DeskPerson) =>
  (
    await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'list.exported' AND actor_id = ${desk.people[person].id} ORDER BY id`)
  ).map(({ payload }) => JSON.parse(payload) as unknown);

describe('a list that leaves as a file', () => {
  it('needs a permission of its own, and leaves an event with its filter and rows', async () => {
    expect(await take('leader', 'repay/statistics?output=1&date=yesterday')).toBe('00');
    expect(await take('leader', 'task/listing?output=1&status=C01&borrowerName=Zyx')).toBe('00');
    expect(await eventsOf('leader')).toEqual([
      { list: 'statistics', filter: { date: 'yesterday' }, rows: 0 },
      {
        list: 'cases',
        filter: { borrowerName: '•', status: 'C01', order: 'desc' },
        rows: 0,
      },
    ]);
    expect(await take('collector', 'task/listing?output=1')).toBe('20');
    expect(await eventsOf('collector')).toEqual([]);
  });

  it('is refused without the permission, though its screen may be read', async () => {
    const record = await desk.api.get(SessionStore).find(desk.as.collector.token);
    const reader = await desk.api
      .get(Rights)
      .actor(record!, { requestId: null, address: null, language: 'en' });
    const permissions = new Set([...reader.permissions].filter((one) => one !== 'statistics:export'));
    expect(permissions).toContain('statistics:read');
    const read = (output: '0' | '1') =>
      desk.api
        .get(StatisticsService)
        .read({ ...reader, permissions }, { date: 'today', kind: 'payments', page: 1, size: 25, output });
    expect(await read('0')).toMatchObject({ totalCount: 0 });
    await expect(read('1')).rejects.toMatchObject({ key: 'permission.denied' });
    expect(await eventsOf('collector')).toEqual([]);
  });

  it('is one of so many files of a person and day, also forty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => take('supervisor', 'repay/statistics?output=1')),
    );
    expect(answers.filter((code) => code === '00')).toHaveLength(FILES);
    expect(answers.filter((code) => code === '31')).toHaveLength(40 - FILES);
    expect(await eventsOf('supervisor')).toHaveLength(FILES);
    expect(await take('admin', 'repay/statistics?output=1')).toBe('00');
  });

  it('counts with its rows', async () => {
    const path = 'task/listing?output=1';
    expect(await take('admin', path)).toBe('00');
    expect(await take('admin', path)).toBe('31');
    expect(await take('admin', `${path}&status=C20`)).toBe('00');
  });

  it('counts with its rows also when many are asked for at once', async () => {
    const asks = Array.from({ length: 12 }, () => take('otherLeader', 'task/listing?output=1'));
    const taken = (await Promise.all(asks)).filter((code) => code === '00').length;
    expect(taken).toBe(4);
    expect(await eventsOf('otherLeader')).toHaveLength(4);
  });

  it('may be twenty files and 50,000 rows unless configured', () => {
    const { RECOUP_EXPORT_FILES: _, RECOUP_EXPORT_ROWS: __, ...plain } = process.env;
    expect(new Config(plain).exportQuota).toEqual({ files: 20, rows: 50_000 });
  });
});

describe('a text in a file', () => {
  const FORMULAS = [
    '=1+1', '+1', '-1', '@x', ';=1+1', 'a;=1+1', 'a; =1', 'a;"=1"', "a;'=1", 'a;-1', 'a;＝1', 'a\n=1', 'a\r\n=1', 'a\t=1', '\t=1', 'a,=1;+2',
  ]; // prettier-ignore

  it.each([',', ';', '\t'])('begins no cell with a formula where %j separates cells', async (delimiter) => {
    const lines = FORMULAS.map((name) => ({ name, note: name, last: 'x' }));
    const file = await text(csvOf(Readable.from(lines), { name: 'Name', note: 'Note', last: 'Last' }));
    const cells = (
      parse(file, { bom: true, delimiter, relax_quotes: true, relax_column_count: true }) as string[][]
    ).flat();
    expect(cells.length).toBeGreaterThanOrEqual(FORMULAS.length);
    expect(cells.filter((cell) => /^["\s]*[=+\-@＝]/.test(cell))).toEqual([]);
  });

  it('begins none in the small files either: errors, activation codes', () => {
    const lines = FORMULAS.map((name) => ({ name }));
    for (const delimiter of [',', ';', '\t']) {
      const options = { bom: true, delimiter, relax_quotes: true, relax_column_count: true };
      const cells = (parse(csvText(lines, ['name']), options) as string[][]).flat();
      expect(cells.filter((cell) => /^["\s]*[=+\-@＝]/.test(cell))).toEqual([]);
    }
  });

  it('goes through these two wherever the product writes a file', () => {
    const folder = fileURLToPath(new URL('../../server/', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const writers = files.filter((file) =>
      readFileSync(folder + file, 'utf8').includes("from 'csv-stringify"),
    );
    expect(writers).toEqual(['platform/http/csv.ts']);
  });

  it('is as it was when there is nothing to fear in it', async () => {
    const name = 'Ñandú; "José" 3-2=1';
    const file = await text(csvOf(Readable.from([{ name }]), { name: 'Name' }));
    expect(parse(file, { bom: true, columns: true })).toEqual([{ Name: name }]);
  });
});
