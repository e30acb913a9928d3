import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));

function sources(...folders: string[]): string[] {
  return filesOf(/\.tsx?$/, ...folders);
}

function filesOf(kind: RegExp, ...folders: string[]): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return listed.split('\n').filter((file) => kind.test(file) && !file.includes('/fixtures/'));
}

function lines(file: string): number {
  return readFileSync(root + file, 'utf8').split('\n').length - 1;
}

/** Files that write to a table, by the text of their SQL. */
function writersOf(table: string, files: string[]): string[] {
  const writes = new RegExp(`(INSERT INTO|UPDATE|DELETE (\\w+ )?FROM|REPLACE INTO)\\s+${table}\\b`);
  return files.filter((file) => writes.test(readFileSync(root + file, 'utf8')));
}

/** Statements by the `sql` tag in server and workers. STYLE.md says which stay SQL: lower it with them, never raise it. */
const MOST_STATEMENTS = 1734;

/** A comment that begins with one of these has to be read twice: the thing comes first, or a verb. */
const BEGINNINGS =
  /(\/\*\*?|(?<!\/\/.*\n\s*)\/\/)[\s*]+(Of|Who|Whom|Whose|What|So many|Nobody|Everybody|Else)\b.*/g;

/** Files that sort by an id alone, and why they may: processes take ids in blocks, so that the largest is not the newest. */
const SORT_BY_ID: Record<string, string> = {
  'server/features/allocation/allocation.queries.ts': 'ids of events follow their commits',
  'server/features/case-work/promises/promises.queries.ts': 'pages of a file: each row once',
  'server/features/messages/compose/templates.queries.ts': 'any case of the loan will do',
  'server/features/monitoring/behaviour/behaviours.service.ts': 'any case of the borrower will do',
  'server/features/softphones/softphones.queries.ts': 'a long history by its key, whose times stand in it',
  'server/features/statistics/statistics.queries.ts':
    'pages of a file: each row once, and the list in its order',
  'server/features/timeline/day-events.queries.ts': 'ids of events follow their commits',
  'server/features/timeline/timeline.queries.ts': 'ids of events follow their commits',
  'workers/sealing.ts': 'ids of events follow their commits',
};

describe('the house', () => {
  it('takes nothing for the newest because its id is the largest', () => {
    const byId = sources('server', 'workers').filter((file) =>
      /ORDER BY \w+\.id DESC/.test(readFileSync(root + file, 'utf8')),
    );
    expect(byId.sort()).toEqual(Object.keys(SORT_BY_ID));
  });

  it('begins every comment with the thing or with a verb', () => {
    const folders = ['contract', 'server', 'workers', 'client', 'sandbox', 'bench', 'scripts', 'test'];
    const found = filesOf(/\.(tsx?|mjs)$/, ...folders).flatMap((file) =>
      [...readFileSync(root + file, 'utf8').matchAll(BEGINNINGS)].map(([comment]) => `${file}: ${comment}`),
    );
    expect(found).toEqual([]);
    expect(`/${'** Of a case. */'}`.match(BEGINNINGS)).not.toBeNull();
  });

  it('has no file over 300 lines', () => {
    const folders = ['contract', 'server', 'workers', 'client', 'sandbox', 'bench', 'scripts', 'test'];
    const all = filesOf(/\.(tsx?|css)$/, ...folders);
    expect(all.filter((file) => lines(file) > 300)).toEqual([]);
  });

  it('writes events in one place, and empties the outbox in one other', () => {
    const files = sources('server', 'workers');
    expect(writersOf('domain_event', files)).toEqual(['server/platform/db/transaction.ts']);
    expect(writersOf('outbox', files)).toEqual(['server/platform/db/transaction.ts', 'workers/relay.ts']);
  });

  it('does not grow in statements of SQL', () => {
    const files = sources('server', 'workers');
    const counts = files.map((file) => (readFileSync(root + file, 'utf8').match(/\bsql`/g) ?? []).length);
    const found = counts.reduce((sum, count) => sum + count, 0);
    expect(found).toBeLessThanOrEqual(MOST_STATEMENTS);
    // A ceiling far above them holds nothing.
    expect(found).toBeGreaterThan(MOST_STATEMENTS - 20);
  });

  it('recognises a second writer', () => {
    expect(
      /(INSERT INTO|UPDATE|DELETE FROM|REPLACE INTO)\s+outbox\b/.test('DELETE FROM outbox WHERE 1'),
    ).toBe(true);
  });

  it('refuses what the lint is there to refuse', async () => {
    const eslint = new ESLint({ cwd: root });
    const bad = `${'export const filler = 1;\n'.repeat(301)}`;
    const [long] = await eslint.lintText(bad, { filePath: `${root}contract/codes.ts` });
    expect(long!.messages.map((message) => message.ruleId)).toContain('max-lines');
  });

  it('refuses a promise that nobody waits for', () => {
    const folder = mkdtempSync(join(tmpdir(), 'promises-'));
    writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions":{"strict":true},"include":["."]}');
    writeFileSync(join(folder, 'bad.ts'), 'async function work() {}\nwork();\n');
    const lint = [`${root}node_modules/oxlint/bin/oxlint`, '--type-aware', '-c', `${root}.oxlintrc.json`];
    const { status, stdout } = spawnSync(process.execPath, [...lint, '.'], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout).toContain('no-floating-promises');
    expect(status).toBe(1);
  });

  it('has one button', async () => {
    const eslint = new ESLint({ cwd: root });
    const [found] = await eslint.lintText("import { Button } from 'antd';\nexport const Send = Button;\n", {
      filePath: `${root}client/app/app.tsx`,
    });
    expect(found!.messages.map(({ ruleId }) => ruleId)).toEqual(['no-restricted-imports']);
  });

  it('refuses text that goes through TypeORM anywhere but in platform/db', async () => {
    const eslint = new ESLint({ cwd: root });
    const raw = `
      import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
      export const all = (source: DataSource, manager: EntityManager, runner: QueryRunner) =>
        Promise.all([source.query('SELECT 1'), manager.sql\`SELECT 1\`, runner['query']('SELECT 1')]);
      export const other = (connection: { query(text: string): string }) => connection.query('SELECT 1');\n`;
    const refused = async (filePath: string) =>
      (await eslint.lintText(raw, { filePath: root + filePath }))[0]!.messages.map(({ ruleId }) => ruleId);
    const rule = 'house/no-raw-query';
    expect(await refused('server/features/users/users.service.ts')).toEqual([rule, rule, rule]);
    expect(await refused('server/platform/db/database.ts')).toEqual([]);
  });
});
