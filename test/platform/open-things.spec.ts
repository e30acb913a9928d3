import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createStack, type Stack } from '../support/stack.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

let stack: Stack;
beforeAll(async () => {
  stack = await createStack();
});
afterAll(() => stack.close());

it('a file that leaves something open fails, though its tests pass, and says what', async () => {
  const json = join(stack.dataDir, 'report.json');
  const file = ['--testMatch', '**/fixtures/leaves-open.ts', '--testPathIgnorePatterns', '/node_modules/'];
  const report = ['--json', `--outputFile=${json}`];
  const command = [...process.execArgv, 'node_modules/jest/bin/jest.js', ...file, ...report];
  const code = await new Promise<unknown>((ended) =>
    execFile(process.execPath, command, { cwd: root }, (error) => ended(error?.code)),
  );
  const { numPassedTests, testResults } = JSON.parse(readFileSync(json, 'utf8')) as {
    numPassedTests: number;
    testResults: { status: string; message: string }[];
  };
  expect([code, numPassedTests, testResults.map(({ status }) => status)]).toEqual([1, 2, ['failed']]);
  const said = /Left open after the last test: (.*)/.exec(testResults[0]!.message)![1]!;
  expect(said.split('; ').sort()).toEqual([
    'a connection to Redis',
    'a connection to Redis',
    expect.stringMatching(/^a server on port \d+$/),
    expect.stringMatching(/^setInterval at .*leaves-open\.ts:\d+/),
  ]);
});
