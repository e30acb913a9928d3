import { Transform } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Parser } from 'csv-parse';
import { LOAN_COLUMNS, type ImportRun } from '../../contract/cases/imports.js';
import { openBytes } from '../../server/features/imports/import-source.reader.js';
import { ImportsService } from '../../server/features/imports/imports.service.js';
import type { SourceRow } from '../../server/domain/imports/loan-row.rules.js';
import { MAX_ERRORS } from '../../server/domain/imports/refused-rows.sql.js';
import { sql } from '../../server/platform/db/sql.js';
import { createDesk, type Desk } from '../features/cases/desk.js';
import { loanRow } from '../features/imports/portfolio.js';
import { createStack, type Stack } from '../support/stack.js';

const MANY = 20_000;
const hopeless = { key: 'import.hopeless' };

describe('a file of bad rows', () => {
  let stack: Stack;
  let desk: Desk;
  beforeAll(async () => {
    stack = await createStack();
    desk = await createDesk();
  });
  afterAll(async () => {
    await desk.api.close();
    await stack.close();
  });

  let pulled = 0;
  function* bad(count: number, cells: Record<string, string>): Generator<SourceRow> {
    for (let line = 2; line < count + 2; line++, pulled++) yield { line, cells };
  }
  const actor = () => ({ userId: desk.people.admin.id, requestId: null });
  async function lastRun(): Promise<ImportRun & { kept: number }> {
    const [run] = await desk.api.rows<{ id: number }>(sql`SELECT MAX(id) AS id FROM import_run`);
    const [errors] = await desk.api.rows<{ kept: number }>(sql`
      SELECT COUNT(*) AS kept FROM import_error WHERE import_id = ${run!.id}`);
    const { data } = await desk.as.admin.get<ImportRun>(`management/task/import/${run!.id}`);
    return { ...data, ...errors! };
  }

  it.each([
    ['loans', 'LOANS' as const, { state: 'x' }],
    ['payments', 'LEDGER' as const, { amount: 'x' }],
  ])('of %s is stopped with a clear word, and 1,000 errors of it are kept', async (_, kind, cells) => {
    const imports = desk.api.get(ImportsService);
    pulled = 0;
    const importId = await imports.begin(kind, { actor: actor() });
    await expect(imports.resume(importId, kind, bad(MANY, cells), { actor: actor() })).rejects.toMatchObject(
      hopeless,
    );
    expect(pulled).toBeLessThan(2 * MAX_ERRORS);
    const run = await lastRun();
    expect(run).toMatchObject({ status: 'FAILED', kept: MAX_ERRORS, rowsKept: 0 });
    expect(run.failure).toMatch(/^Hardly a row of the file could be taken in/);
    expect(run.rowsRead).toBe(run.rowsRefused);
    expect(run.rowsRefused).toBeGreaterThanOrEqual(MAX_ERRORS);
  });

  it('among good ones is read to its end: the errors beyond 1,000 are counted', async () => {
    const rows = function* () {
      for (let n = 0; n < 200; n++) yield loanRow(700_000 + n);
      yield* bad(1_500, { state: 'x' });
    };
    const totals = await desk.api.get(ImportsService).importRows(rows(), { actor: actor() });
    expect(totals).toMatchObject({ rowsRead: 1_700, rowsKept: 200, rowsRefused: 1_500 });
    expect(await lastRun()).toMatchObject({ status: 'DONE', failure: null, kept: MAX_ERRORS });
  });
});

describe('a megabyte of stray quotes', () => {
  const files: Record<string, string> = {
    'in every cell': 'a"b,"c"d\n'.repeat(110_000),
    'and nothing else': '"'.repeat(1_000_000),
    'in one line': `x"${'"y"z'.repeat(250_000)}\n`,
  };

  /** Input of the parser in each turn of the event loop, for as long as it takes anything. */
  async function turnsOf(text: string): Promise<{ turns: number; mostQuotes: number; mostBytes: number }> {
    const taken: Buffer[] = [];
    let turns = 0;
    let over = false;
    const turn = () => {
      turns++;
      if (!over) setImmediate(turn);
    };
    setImmediate(turn);
    const write = jest.spyOn(Parser.prototype, 'write').mockImplementation(function (this: Parser, ...args) {
      taken.push(args[0] as Buffer);
      return Transform.prototype.write.apply(this, args as Parameters<Transform['write']>);
    });
    try {
      const file = await openBytes(Buffer.from(`${LOAN_COLUMNS.join(',')}\n${text}`));
      for await (const row of file.rows) expect(row.line).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toMatchObject(hopeless);
    }
    over = true;
    write.mockRestore();
    expect(turns).toBeGreaterThanOrEqual(taken.length);
    return {
      turns,
      mostQuotes: Math.max(...taken.map((piece) => piece.filter((byte) => byte === 0x22).length)),
      mostBytes: Math.max(...taken.map((piece) => piece.length)),
    };
  }

  it.each(Object.keys(files))('%s is read in small turns, and given up soon', async (name) => {
    const { turns, mostQuotes, mostBytes } = await turnsOf(files[name]!);
    expect(turns).toBeGreaterThan(50);
    expect(mostQuotes).toBeLessThanOrEqual(32);
    expect(mostBytes).toBeLessThanOrEqual(8 * 1024);
  });
});
