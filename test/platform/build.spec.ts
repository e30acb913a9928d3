import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

interface Settings {
  sourceRoot: string;
  entryFile: string;
  compilerOptions: {
    builder: { type: string; options: { outDir: string; filenames: string[] } };
    assets: { include: string }[];
  };
}

const root = fileURLToPath(new URL('../../', import.meta.url));
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'recoup-build-'));
  cpSync(join(root, '.swcrc'), join(home, '.swcrc'));
  for (const [path, text] of Object.entries({
    'src/desk/main.ts': 'export const sum: number = 1;\n',
    'src/desk/rows.sql': 'SELECT 1;\n',
    'src/desk/notes.md': '# Not built\n',
    'src/yard/other.ts': 'export const other: string = "";\n',
  })) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  }
});
afterAll(() => rmSync(home, { recursive: true }));

/** Builds by the project's own nest-cli.json with these changes in it. */
function build(change: (settings: Settings) => void): string {
  const settings = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8')) as Settings;
  settings.sourceRoot = 'src';
  change(settings);
  const file = join(home, 'nest-cli.json');
  writeFileSync(file, JSON.stringify(settings));
  const command = ['scripts/build.mjs', '--settings', file];
  return execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}
const isBuilt = (path: string) => existsSync(join(home, path));

describe('the build', () => {
  it('takes source root, folders, out folder and assets from nest-cli.json', () => {
    build(({ compilerOptions: { builder, assets } }) => {
      Object.assign(builder.options, { outDir: 'out', filenames: ['desk'] });
      assets.splice(0, assets.length, { include: 'desk/**/*.sql' });
    });
    expect(readFileSync(join(home, 'out/desk/main.js'), 'utf8')).toContain('export const sum = 1;');
    expect(['out/desk/rows.sql', 'out/desk/notes.md', 'out/yard/other.js'].map(isBuilt)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('follows when the file changes', () => {
    build(({ compilerOptions: { builder, assets } }) => {
      Object.assign(builder.options, { outDir: 'out', filenames: ['desk', 'yard'] });
      assets.splice(0, assets.length, { include: 'desk/*.md' });
    });
    expect(['out/desk/rows.sql', 'out/desk/notes.md', 'out/yard/other.js'].map(isBuilt)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('refuses a builder that it is not', () => {
    expect(() => build(({ compilerOptions }) => (compilerOptions.builder.type = 'webpack'))).toThrow(
      /the build is swc's, not webpack's/,
    );
  });

  it('starts what the file names', () => {
    const { entryFile, compilerOptions } = JSON.parse(
      readFileSync(join(root, 'nest-cli.json'), 'utf8'),
    ) as Settings;
    expect(existsSync(join(root, `${entryFile}.ts`))).toBe(true);
    expect(compilerOptions.builder.options.filenames).toContain(entryFile.split('/')[0]);
  });
});
