import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { readJson } from './files.mjs';
import { root } from './paths.mjs';
import { Problem, run, tailOf } from './process.mjs';
import { seconds } from './report.mjs';
import { state as shutdown } from './shutdown.mjs';
import { jestTimes, playwrightTimes, slowest } from './times.mjs';

const tool = (path, home = root) => join(home, 'node_modules', path);
const sources = ['contract', 'server', 'workers', 'sandbox', 'bench', 'client', 'test/faults', 'test/data'];
const PAGE_LINES = 20;
const REASON_LINES = 6;
const BEHIND = ['nice', '-n', '10'];
/** The share of the browser tests that begins without a demo. */
export const EMPTY_START = 'of an empty start';
const present = (names) => names.filter((name) => existsSync(join(root, name)));

/** Checks that read the source only; each counts as one test. */
export function staticStages() {
  // TypeScript's own port to native code: the same answers in a third of the time. The linter needs the other one.
  const typescript = tool('typescript-native/bin/tsc');
  return [
    { name: 'format', command: [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
    { name: 'lint', command: [tool('eslint/bin/eslint.js'), '.'] },
    { name: 'promises', command: [tool('oxlint/bin/oxlint'), '--type-aware', '.'] },
    { name: 'types', command: [typescript, '-p', 'tsconfig.json'] },
    { name: 'client types', command: [typescript, '-p', 'test/client/tsconfig.json'] },
    { name: 'imports', command: [tool('dependency-cruiser/bin/dependency-cruise.mjs'), ...present(sources)] },
    { name: 'unused', command: [tool('knip/bin/knip.js')] },
    { name: 'docs/calls.md', command: [join(root, 'scripts/calls.mjs'), '--check'] },
    { name: 'docs/tables.md', command: [join(root, 'scripts/tables.mjs'), '--check'] },
  ];
}

/** The environment of tests by Jest: the services, and a folder for what they write. */
export function testEnv(services, tmp) {
  return { ...process.env, ...services.testEnv(), TMPDIR: tmp, NODE_ENV: 'test' };
}

/** Counts what the stages found; what crashed or found nothing counts as failed. */
export class Tally {
  /** @param home the tree that is tested */
  constructor(dir, steps, home = root) {
    Object.assign(this, { dir, steps, home, passed: 0, failed: 0, results: [], times: {} });
  }

  /** Runs `work`, which returns { passed, failed, skipped? }; any error is one failure and no reason to stop. */
  async stage(name, work) {
    const started = performance.now();
    let result;
    try {
      result = await this.steps.step(name, work);
    } catch (error) {
      // Interrupted: the process ends, and no count would mean anything.
      if (shutdown.ending) await new Promise(() => {});
      this.steps.line(error instanceof Problem ? error.message : error.stack);
      result = { passed: 0, failed: 1 };
    }
    this.passed += result.passed;
    this.failed += result.failed;
    this.results.push({ name, took: performance.now() - started, ...result });
    return result.failed === 0;
  }

  /** A process that the tests rely on and that ended by itself counts as one failure. */
  died(name, how) {
    this.steps.line(`${name} ${how}`);
    this.failed += 1;
    this.results.push({ name: `${name} died`, took: 0, passed: 0, failed: 1 });
  }

  /** A stage that is one command: one passed or one failed. @param behind everything else goes before it */
  command(name, command, { behind = false } = {}) {
    return this.stage(name, async () => {
      const { code, log } = await this.node(name, command, process.env, behind ? BEHIND : []);
      if (code !== 0) throw new Problem(tailOf(log, 60));
      return { passed: 1, failed: 0 };
    });
  }

  async node(name, command, env, before = []) {
    const [program, ...rest] = [...before, process.execPath, ...command];
    const log = join(this.dir, 'logs', `${name.replaceAll(/[ \/]/g, '-')}.log`);
    const { code } = await run(program, rest, {
      cwd: this.home,
      env: { ...env, NO_COLOR: '1' },
      log,
      allowFailure: true,
    });
    return { code, log };
  }

  /** @param log the name of its log and report: each run of a test run has its own */
  async jest(env, filters, { name = 'unit and component tests', log = 'jest' } = {}) {
    const json = join(this.dir, `${log}.json`);
    const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
    // Jest's processes are started with the same: worker threads of ours load TypeScript by it.
    const loader = ['--import', pathToFileURL(join(this.home, 'test/support/typescript.mjs')).href];
    const report = ['--json', `--outputFile=${json}`];
    const command = [...node, ...loader, tool('jest/bin/jest.js', this.home), ...report, ...filters];
    await this.stage(name, () => this.suite(log, command, env, () => countJest(readJson(json))));
  }

  /** A stage that this machine has not the means for: it is said, and counts as nothing. */
  leaveOut(name, why) {
    this.steps.line(`${name}: ${why}`);
    this.results.push({ name: `${name}: NOT RUN here`, took: 0, passed: 0, failed: 0 });
  }

  /** A stage that cannot even begin. */
  fail(name, why) {
    return this.stage(name, () => Promise.reject(new Problem(why)));
  }

  /** @param share "1 of 2": which part of the files it takes; or EMPTY_START */
  async playwright(env, filters, share) {
    const config = present(['playwright.config.ts', 'test/e2e/playwright.config.ts'])[0];
    const [part, parts] = share === EMPTY_START ? ['empty', '1'] : share.split(' of ');
    const json = join(this.dir, `playwright-${part}.json`);
    const all = {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: json,
      PLAYWRIGHT_JSON_OUTPUT_FILE: json,
      ...(share === EMPTY_START && { RECOUP_E2E_EMPTY: '1' }),
    };
    await this.stage(`browser tests ${share}`, () => {
      if (!config) throw new Problem('playwright.config.ts is missing.');
      const options = [
        '--config',
        config,
        '--reporter=list,json',
        `--output=${join(this.dir, 'logs', `browser-${part}`)}`,
        ...(parts === '1' ? [] : [`--shard=${part}/${parts}`]),
      ];
      const command = [tool('@playwright/test/cli.js'), 'test', ...options, ...filters];
      return this.suite(`playwright-${part}`, command, all, () => countPlaywright(readJson(json)));
    });
  }

  async suite(name, command, env, count) {
    const { code, log } = await this.node(name, command, env);
    const counted = count();
    if (!counted) throw new Problem(`${name} ended with ${code} and no report:\n${tailOf(log, 60)}`);
    const unexplained = code !== 0 && counted.failed === 0 ? 1 : 0;
    const nothing = counted.passed + counted.failed === 0 && unexplained === 0 ? 1 : 0;
    if (nothing) this.steps.line(`${name} found no test.`);
    if (code !== 0) this.steps.line(tailOf(log, 150));
    // The shares of the browser tests are one runner.
    const runner = name.split('-')[0];
    this.times[runner] = [...(this.times[runner] ?? []), ...counted.times];
    return { ...counted, failed: counted.failed + unexplained + nothing };
  }

  report() {
    const width = Math.max(...this.results.map(({ name }) => name.length));
    for (const { name, took, passed, failed, skipped } of this.results) {
      const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
      console.log(
        `  ${failed ? 'FAIL' : 'ok  '}  ${name.padEnd(width)}  ${seconds(took).padStart(8)}  ${counts}`,
      );
    }
    // Here too: whoever sees only the end of a long run learns what went wrong.
    for (const why of this.results.flatMap(({ reasons }) => reasons ?? [])) console.log(`  failed: ${why}`);
    for (const [runner, files] of Object.entries(this.times)) {
      console.log(`  slowest files of ${runner}:`);
      for (const { file, ms } of slowest(files)) console.log(`    ${seconds(ms).padStart(8)}  ${file}`);
    }
  }
}

// A file that cannot be loaded has no failed test in it, and yet nothing of it was tested.
function countJest(report) {
  if (!report) return undefined;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    times: jestTimes(report),
    reasons: [
      ...broken.map(({ name, message }) => reason(name, message)),
      ...report.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => reason(fullName, failureMessages[0])),
    ],
  };
}

/** A test's name and the first lines of what it said. */
function reason(name, message = '') {
  const said = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() && !/node_modules|node:internal|^\s*● Test suite/.test(line));
  return [name, ...said.slice(0, REASON_LINES)].join('\n    ');
}

/** The first lines of what the page showed when the test failed. */
function pageOf(tests) {
  const attachments = tests.flatMap(({ results }) => results).flatMap((one) => one.attachments);
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (!path || !existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  const main = lines.findIndex((line) => /^\s*- main\b/.test(line));
  return main < 0 ? [] : lines.slice(main, main + PAGE_LINES);
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

// A test that passed only on its second try did not pass.
function countPlaywright(report) {
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  const reasons = report.suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ title, file, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap((one) => one.errors);
      const lines = errors.map(({ location }) => location?.line).filter(Boolean);
      const why = reason(
        `${file}:${lines.join(', ')} ${title}`,
        errors.map(({ message }) => message).join('\n'),
      );
      return [why, ...pageOf(tests)].join('\n    ');
    });
  return {
    passed: expected,
    failed: failed === 0 ? report.errors.length : failed,
    skipped,
    reasons,
    times: playwrightTimes(report.suites.flatMap(specsOf)),
  };
}
