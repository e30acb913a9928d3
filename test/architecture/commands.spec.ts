import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Commands whose tests put the path together: where that is, and by which words. */
const DISTINGUISHED: Record<string, readonly [file: string, words: string]> = {
  'intake/picture': ['test/features/borrowers/intake.spec.ts', "'picture'"],
  'intake/identity': ['test/features/borrowers/intake.spec.ts', "'identity'"],
  'customer/service/allocate': ['test/features/complaints/complaints.spec.ts', "'allocate'"],
  'customer/service/process': ['test/features/complaints/complaints.spec.ts', "'process'"],
  'customer/service/done': ['test/features/complaints/complaints.spec.ts', "'done'"],
  'customer/service/return': ['test/features/complaints/complaints.spec.ts', "'return'"],
  'customer/service/reopen': ['test/features/complaints/complaints.spec.ts', "'reopen'"],
  'customer/service/penalty': ['test/features/complaints/complaints.spec.ts', "'penalty'"],
  'customer/service/transfer': ['test/features/complaints/complaints.spec.ts', "'transfer'"],
  'preferences/settings': ['test/features/preferences/preferences.spec.ts', "'settings'"],
  'preferences/columns/:grid': ['test/features/preferences/preferences.spec.ts', 'columns/'],
  'preferences/views/:id': ['test/features/preferences/views.spec.ts', '/${'],
  'preferences/views/:id/delete': ['test/features/preferences/views.spec.ts', '/delete'],
  'preferences/views/:id/restore': ['test/features/preferences/views.spec.ts', '/restore'],
  'softPhone/listen': ['test/features/listening/listening.spec.ts', "LISTEN: 'listen'"],
  'softPhone/whisper': ['test/features/listening/listening.spec.ts', "WHISPER: 'whisper'"],
  'softPhone/barge': ['test/features/listening/listening.spec.ts', "BARGE: 'barge'"],
  'softPhone/uploadExcel': ['test/features/sheet-uploads/files.ts', 'softPhone/uploadExcel'],
  'softPhone/applyUpload': ['test/features/sheet-uploads/files.ts', '/applyUpload'],
  'manage/user/applyUpload': ['test/features/sheet-uploads/files.ts', '/applyUpload'],
};

/** Commands that no test of their own needs, and why. */
const WITHOUT: Record<string, string> = {};

const commands = [...read('docs/calls.md').matchAll(/^\| POST +\| `([^`]+)`/gm)].map(([, path]) => path!);
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(features|security|workers|platform|support)\/.*\.ts$/.test(file))
  .map((file) => read(`test/${file}`))
  .join('\n');

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** As a test writes it: in quotes, with an id in place of each name, and perhaps a question behind it. */
function isCalled(path: string): boolean {
  const parts = path.split(/:\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`['"\`/]${parts.join('(?:\\$\\{[^}]+\\}|[\\w-]+)')}['"\`?]`).test(tests);
}

describe('every command', () => {
  it('is called by a test, is told apart by one, or says why not', () => {
    const bare = commands.filter((path) => !isCalled(path) && !DISTINGUISHED[path] && !WITHOUT[path]);
    expect(bare).toEqual([]);
  });

  it('that is told apart is so in the test that is named', () => {
    const wrong = Object.entries(DISTINGUISHED).filter(
      ([path, [file, words]]) =>
        !commands.includes(path) || !existsSync(join(root, file)) || !read(file).includes(words),
    );
    expect(wrong).toEqual([]);
  });
});
