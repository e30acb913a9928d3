import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LEFT = /Left (?:open|changed) after the last test: (.*)/;

interface Report {
  testResults: { name: string; status: string; message: string; assertionResults: { status: string }[] }[];
}

/** The result of each file of test/support/fixtures/left: how it ended, how its test did, and what it is said to have left. */
const found = new Map<string, { file: string; tests: string[]; left: string[] }>();
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'left-behind-'));
  const json = join(folder, 'report.json');
  const files = ['--testMatch', '**/fixtures/left/*.ts', '--testPathIgnorePatterns', '/as-new.ts'];
  // One process for all of them: each begins with what the one before it left.
  const one = ['--selectProjects', 'server', '--maxWorkers', '1', '--json', `--outputFile=${json}`];
  const command = [...process.execArgv, 'node_modules/jest/bin/jest.js', ...files, ...one];
  // Without them it would use the Redis numbers of the processes that run this file and its neighbours.
  const redis = Object.assign(new URL(process.env['TEST_REDIS_URL']!), { pathname: '/8' }).toString();
  const env = { ...process.env, TEST_REDIS_URL: redis };
  await new Promise((ended) => execFile(process.execPath, command, { cwd: root, env }, ended));
  const { testResults } = JSON.parse(readFileSync(json, 'utf8')) as Report;
  for (const { name, status, message, assertionResults } of testResults)
    found.set(basename(name, '.ts'), {
      file: status,
      tests: assertionResults.map((one) => one.status),
      left: LEFT.exec(message)?.[1]?.split('; ').sort() ?? [],
    });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file whose tests pass', () => {
  it.each([
    ['date', ['Date.now']],
    ['environment', ['process.env.LEFT_BEHIND']],
    ['prototype', ['Array.prototype.second']],
    ['module', ['contract/codes.ts OPEN_STATUSES']],
    ['row', ['rows of queue']],
    ['column', ['tables or columns']],
    ['key', ['keys of Redis: left-behind']],
  ])('fails by name when it leaves another %s, and the next one finds all as new', (name, left) => {
    expect(found.get(name)).toEqual({ file: 'failed', tests: ['passed'], left });
  });

  it('fails when it leaves something open', () => {
    expect(found.get('open')).toEqual({
      file: 'failed',
      tests: ['passed', 'passed'],
      left: [
        'a connection to Redis',
        'a connection to Redis',
        expect.stringMatching(/^a server on port \d+$/),
        expect.stringMatching(/^setInterval at .*left\/open\.ts:\d+/),
      ],
    });
  });

  it('passes when it leaves nothing', () => {
    expect(found.get('nothing')).toEqual({ file: 'passed', tests: ['passed'], left: [] });
  });
});
