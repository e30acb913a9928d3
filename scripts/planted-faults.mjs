// npm run planted-faults [-- --all] [--area NAME]: plants small faults in a copy of the tree, one at a time, and lists those that the tests do not find.
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withServices } from './lib/borrow.mjs';
import { remove } from './lib/files.mjs';
import { checkNode, installPackages, packagesAreStale } from './lib/packages.mjs';
import { dataDir, privateDir, root } from './lib/paths.mjs';
import { FAULTS } from './lib/planted/faults.mjs';
import { Problem, main, run } from './lib/process.mjs';
import { seconds } from './lib/report.mjs';
import { forget } from './lib/stack.mjs';
import { Tally, testEnv } from './lib/stages.mjs';

/** A fault that is found makes a test fail: its log is nothing to show. */
const SILENT = { step: (_, work) => work(() => {}), line: () => {} };

await main(async () => {
  checkNode();
  const { all, area } = parseArgs({ options: { all: { type: 'boolean' }, area: { type: 'string' } } }).values;
  const faults = FAULTS.filter((fault) => !area || fault.area === area);
  if (faults.length === 0) throw new Problem(`There is no area "${area}".`);
  checkTexts(faults);
  if (packagesAreStale()) await installPackages((note) => console.error(note));
  const dir = privateDir(dataDir(), 'planted-faults');
  // Each run of Jest leaves a schema.
  await forget(dir);
  const options = { dir, engine: 'mariadb', alone: true, external: false, lasting: false };
  await withServices(
    'run planted-faults',
    ({ services }) => plantAll(faults, { dir, services, all }),
    options,
  );
});

/** Before anything runs, so that a text that has changed is known at once. */
function checkTexts(faults) {
  const wrong = faults.flatMap(({ file, find, put }) => {
    const times = readFileSync(join(root, file), 'utf8').split(find).length - 1;
    return times === 1 && find !== put ? [] : [`${file} has ${times} times: ${find}`];
  });
  if (wrong.length > 0) throw new Problem(wrong.join('\n'));
}

/** @returns 1 when a fault was not found */
async function plantAll(faults, { dir, services, all }) {
  const tree = join(dir, 'tree');
  const tmp = mkdtempSync(join(tmpdir(), 'recoup-planted-'));
  try {
    await copyTree(tree);
    const test = testerOf(tree, { dir, env: testEnv(services, tmp) });
    if (!all) await checkSpecs(test, faults);
    const missed = [];
    for (const fault of faults) {
      const began = performance.now();
      const by = await plant(fault, tree, () => test(all ? [] : ['--bail', ...pathsOf(fault)]));
      if (!by) missed.push(fault);
      const verdict = by ? 'found    ' : 'NOT found';
      console.log(
        `${verdict}  ${fault.area.padEnd(6)}  ${seconds(performance.now() - began).padStart(7)}  ${fault.what}`,
      );
      console.log(`             ${by ?? fault.file}`);
    }
    console.log(
      `${faults.length} planted, ${faults.length - missed.length} found, ${missed.length} NOT found`,
    );
    return missed.length > 0 ? 1 : 0;
  } finally {
    for (const folder of [tree, tmp]) remove(folder);
  }
}

/** All files that git has or would take, and the packages by hard links. */
async function copyTree(tree) {
  remove(tree);
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { text } = await run('git', options, { cwd: root });
  for (const file of text.split('\0').filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, file), join(tree, file));
  await run('cp', ['-al', join(root, 'node_modules'), join(tree, 'node_modules')]);
  // Compiled files are written there.
  remove(join(tree, 'node_modules/.cache'));
  // Tests of the house ask git for the files.
  await run('git', ['init', '--quiet'], { cwd: tree });
}

/** @returns a function that runs Jest in the copy, and returns the names of tests that failed */
function testerOf(tree, { dir, env }) {
  privateDir(dir, 'logs');
  let runs = 0;
  return async (filters) => {
    const tally = new Tally(dir, SILENT, tree);
    const log = `jest-${++runs}`;
    await tally.jest(env, filters, { log });
    const [{ failed, reasons }] = tally.results;
    if (!reasons) throw new Problem(`Jest has no report: see ${join(dir, 'logs', `${log}.log`)}`);
    if (failed > 0 && reasons.length === 0) throw new Problem(`Jest failed without a test: ${log}`);
    remove(join(dir, `${log}.json`));
    return reasons.map((reason) => reason.split('\n')[0]);
  };
}

/** Without a fault nothing may fail, or whatever is planted would count as found. */
async function checkSpecs(test, faults) {
  const failed = await test([...new Set(faults.flatMap(pathsOf))]);
  if (failed.length > 0) throw new Problem(`Without a fault these fail:\n${failed.join('\n')}`);
}

function pathsOf({ specs }) {
  return specs.map((spec) => `test/${spec}`);
}

async function plant({ file, find, put }, tree, test) {
  const place = join(tree, file);
  const text = readFileSync(place, 'utf8');
  writeFileSync(
    place,
    text.replace(find, () => put),
  );
  const [first] = await test();
  writeFileSync(place, text);
  return first;
}
