import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fixture = fileURLToPath(new URL('./fixtures/noun/', import.meta.url));
const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
const FOLDERS = ['contract', 'server', 'client'];
const PARTS = ['server/api.module.ts', 'client/app/routes/noun-routes.ts'];

/** Lines that the noun adds to a shared file, each after the line that is its key. */
type Edits = Record<string, Record<string, string>>;
const edits = JSON.parse(readFileSync(join(fixture, 'edits.json'), 'utf8')) as Edits;

let tree = '';
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'recoup-noun-'));
  for (const from of [root, fixture])
    for (const folder of FOLDERS) cpSync(join(from, folder), join(tree, folder), { recursive: true });
  for (const name of ['node_modules', 'package.json', 'tsconfig.json'])
    symlinkSync(join(root, name), join(tree, name));
  const options = { extends: '../tsconfig.json', include: ['.'], exclude: [] };
  writeFileSync(join(tree, 'server/tsconfig.json'), JSON.stringify(options));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Writes the shared files with the noun's lines; the files named are left as they are. */
function edit(untouched: readonly string[]): void {
  for (const [file, insertions] of Object.entries(edits)) {
    let text = readFileSync(join(root, file), 'utf8');
    for (const [line, added] of untouched.includes(file) ? [] : Object.entries(insertions)) {
      expect(text.split(`${line}\n`)).toHaveLength(2);
      text = text.replace(`${line}\n`, () => `${line}\n${added}\n`);
    }
    writeFileSync(join(tree, file), text);
  }
}

/** @returns the compiler's errors, of both sides with the contract */
async function errors(): Promise<string> {
  const run = promisify(execFile);
  const compile = (side: string) =>
    run(
      process.execPath,
      [compiler, '--noEmit', '--incremental', '-p', side, '--tsBuildInfoFile', `${side}.built`],
      {
        cwd: tree,
      },
    ).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  return (await Promise.all(['server', 'client'].map(compile))).join('');
}

describe('a new noun', () => {
  it('edits three shared files, and compiles', async () => {
    expect(Object.keys(edits)).toHaveLength(3);
    edit([]);
    expect(await errors()).toBe('');
  }, 400_000);

  it('does not compile without its parts in the server and the client', async () => {
    edit(PARTS);
    const found = await errors();
    for (const part of PARTS) expect(found).toContain(`${part}(`);
  }, 400_000);
});
