// npm test [-- static|unit|mysql|e2e] [--mysql] [file filters]: sets itself up, runs everything, ends with "N passed, N failed".
import { existsSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers } from './lib/apps.mjs';
import { ensureChromium } from './lib/services/chromium.mjs';
import { proveBackup } from './lib/backup-proof.mjs';
import { buildClient } from './lib/client.mjs';
import { compile } from './lib/compile.mjs';
import { remove, writeJson } from './lib/files.mjs';
import { checkNode, installPackages, packagesAreStale } from './lib/packages.mjs';
import { dataDir, privateDir, root } from './lib/paths.mjs';
import { freePort } from './lib/services/ports.mjs';
import { isOurs, main } from './lib/process.mjs';
import { Steps } from './lib/report.mjs';
import { deleteServices, endServices } from './lib/services/services.mjs';
import { endWith } from './lib/shutdown.mjs';
import { Stack } from './lib/stack.mjs';
import { EMPTY_START, Tally, staticStages, testEnv } from './lib/stages.mjs';

const home = join(dataDir(), 'test');
const groups = ['static', 'unit', 'mysql', 'e2e'];
/** Beside the first one, which has the run's own folder; none is named like an engine, whose data would lie there. */
const SITES = ['second', 'empty', 'on-mysql'];
/** Tests that every whole run repeats on MySQL: where commands, locks and plans are. With --mysql all tests run on it. */
const ON_MYSQL = [
  'platform/',
  ...['cases', 'loans', 'payments', 'promises', 'allocation'].map((name) => `features/${name}/`),
  'security/rights/grants.spec.ts',
];
const demo = {
  RECOUP_DEMO_CASES: '600',
  RECOUP_DEMO_COLLECTORS: '8',
  RECOUP_DEMO_LEADERS: '2',
  // A Wednesday at 11:00 in Mexico City: at night and on Sundays nobody may be called.
  RECOUP_CLOCK_AT: '2026-11-18T17:00:00.000Z',
};

function wanted(all) {
  const argv = all.filter((argument) => argument !== '--mysql' && argument !== '--real');
  if (all.includes('--real')) {
    process.env['RECOUP_REAL'] = '1';
    argv.push('test/real/');
  }
  const engine = all.includes('--mysql') ? 'mysql' : 'mariadb';
  const named = argv.filter((argument) => groups.includes(argument));
  const filters = argv.filter((argument) => !groups.includes(argument));
  const ofFilters = [...new Set(filters.map((filter) => (filter.includes('e2e') ? 'e2e' : 'unit')))];
  const chosen = named.length > 0 ? named : ofFilters;
  const ofAll = groups.filter((group) => group !== 'mysql' || engine !== 'mysql');
  return { chosen: new Set(chosen.length > 0 ? chosen : ofAll), filters, engine, named };
}

/** Every run has a folder of its own, so that two runs at once do not disturb each other. */
async function ownFolder() {
  for (const name of existsSync(home) ? readdirSync(home) : []) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1]);
    if (!pid || isOurs(pid, 'scripts/test.mjs')) continue;
    for (const left of [...SITES.map((site) => join(home, name, site)), join(home, name)]) {
      await endLeftovers(left);
      await endServices(left);
      await deleteServices(left);
    }
    remove(join(home, name));
  }
  return privateDir(home, `run-${process.pid}`);
}

/** @param alone false beside tests, which wait for much: one check at a time, of what the tests leave of the processors */
async function runStatic(tally, alone) {
  const waiting = staticStages();
  const worker = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift())
      await tally.command(stage.name, stage.command, { behind: !alone });
  };
  await Promise.all(alone ? [worker(), worker()] : [worker()]);
}

async function runUnit(tally, stack, filters) {
  const up = await tally.stage(
    'Database and Redis for the tests',
    uncounted(() => bringUp(stack)),
  );
  if (up) await tally.jest(testEnv(stack.services, stack.tmp), filters);
}

/** The same product on the other engine: tables, demo, figures, and the specs that lean on the database most. */
async function runOnMysql(tally, stack, isNamed) {
  const missing = await stack.services.prepare();
  if (missing && !isNamed) return tally.leaveOut('MySQL', missing);
  const ready = await tally.stage(
    'MySQL: migrations, demo, replay, backup',
    counted(async () => {
      await buildServer();
      await stack.choosePorts();
      await stack.bringUpServices();
      await stack.migrate();
      await stack.seed();
      await stack.tool('dist/server/tools/replay.js', ['--check']);
      await proveBackup(stack);
    }),
  );
  if (!ready) return tally.fail('MySQL: component tests', 'There is no database.');
  const filters = ON_MYSQL.map((path) => `test/${path}`);
  await tally.jest(testEnv(stack.services, stack.tmp), filters, {
    name: 'MySQL: component tests',
    log: 'jest-mysql',
  });
}

// Groups that run side by side share a database, or what was built.
const begun = new Map();
const once = (key, work) => begun.get(key) ?? begun.set(key, work()).get(key);
const bringUp = (stack) => once(stack, () => stack.bringUpServices());
const buildServer = () => once(compile, () => compile());

// Not a test: it counts only when it fails.
const uncounted = (work) => async (note) => {
  await work(note);
  return { passed: 0, failed: 0 };
};

// Not a test, but nothing can be tested without it.
const counted = (work) => async (note) => {
  await work(note);
  return { passed: 1, failed: 0 };
};

/** Builds, and gives each share of the browser tests a database with a demo. @returns undefined when something failed */
async function prepareBrowser(tally, stacks, filters) {
  const built = [
    await tally.stage(
      'build of the server',
      counted(() => buildServer()),
    ),
    await tally.stage(
      'build of the client',
      counted(() => buildClient()),
    ),
  ];
  let chromium;
  const found = await tally.stage(
    'Chromium',
    uncounted(async (note) => (chromium = await ensureChromium(note))),
  );
  if (!built.every(Boolean) || !found) return undefined;
  const shares = sharesOf(stacks, filters);
  for (const share of shares)
    share.ready = await tally.stage(
      `site for the browser tests ${share.share}`,
      counted(() => fillSite(share.stack)),
    );
  // On MariaDB; MySQL has its own.
  if (filters.length === 0)
    await tally.stage(
      'backup that is read back',
      counted(() => proveBackup(shares[0].stack)),
    );
  return shares.map((share) => ({ ...share, chromium }));
}

async function runBrowser(tally, shares) {
  if (!shares) return tally.fail('browser tests', 'There is nothing to test.');
  await Promise.all(shares.map((share) => inBrowser(tally, share)));
}

/** Which instances are brought up, and which files each is tested by. Some files alone are not worth a second demo. */
function sharesOf({ demos, empty }, filters) {
  const isEmpty = (filter) => filter.includes('empty-start');
  const [ofEmpty, ofDemo] = [filters.filter(isEmpty), filters.filter((filter) => !isEmpty(filter))];
  const all = filters.length === 0;
  const used = all ? demos : demos.slice(0, ofDemo.length > 0 ? 1 : 0);
  const shares = used.map((stack, at) => ({ stack, share: `${at + 1} of ${used.length}`, filters: ofDemo }));
  return all || ofEmpty.length > 0
    ? [...shares, { stack: empty, share: EMPTY_START, filters: ofEmpty }]
    : shares;
}

/** A share of the browser tests, with a site of its own: they mostly wait, and journeys of one site would meet. */
async function inBrowser(tally, { stack, share, filters, chromium, ready }) {
  const started =
    ready &&
    (await tally.stage(
      `start of the site ${share}`,
      uncounted(() => stack.startApps()),
    ));
  if (!started) return tally.fail(`browser tests ${share}`, 'There is no site.');
  const env = {
    ...stack.env(),
    TMPDIR: stack.tmp,
    RECOUP_CHROMIUM: chromium,
    RECOUP_E2E_URL: stack.env().RECOUP_SERVER_URL,
  };
  return tally.playwright(env, filters, share);
}

async function fillSite(stack) {
  stack.options.port = await freePort();
  await stack.choosePorts();
  await bringUp(stack);
  await stack.migrate();
  await (stack.options.empty ? stack.beginEmpty() : stack.seed());
}

function prepare(dir, engine) {
  const steps = new Steps();
  const tally = new Tally(dir, steps);
  const tmp = mkdtempSync(join(tmpdir(), 'recoup-run-'));
  const options = { engine, host: '127.0.0.1', bufferPool: 256, simulator: false, demo };
  const onDeath = (app, code, tail) => tally.died(app.name, `ended with ${code}. Its last lines:\n${tail}`);
  const services = { external: false, lasting: false };
  const [first, second, empty, mysql] = [dir, ...SITES.map((site) => join(dir, site))].map((home) => {
    privateDir(home, 'logs');
    return Object.assign(new Stack(home, { ...options }, { steps, onDeath, services }), { tmp });
  });
  Object.assign(empty.options, { empty: true, bufferPool: 64 });
  // A folder of its own: the tables of one engine would be the template of the other's.
  Object.assign(mysql, { tmp: privateDir(tmp, 'mysql') });
  mysql.services.engine = 'mysql';
  return { steps, stacks: { demos: [first, second], empty, mysql }, tally, tmp };
}

async function cleanUp({ stacks, tally, tmp }, dir) {
  for (const stack of [...stacks.demos, stacks.empty, stacks.mysql]) await stack.down();
  remove(tmp);
  if (tally.failed > 0)
    for (const site of SITES) renameSync(join(dir, site, 'logs'), join(dir, 'logs', site));
  const kept = join(home, 'last-failure');
  if (tally.failed > 0) {
    remove(kept);
    renameSync(join(dir, 'logs'), kept);
    console.log(`Logs of the failed run: ${kept}`);
  }
  remove(dir);
}

await main(async () => {
  checkNode();
  process.chdir(root);
  const { chosen, filters, engine, named } = wanted(process.argv.slice(2));
  const dir = await ownFolder();
  const run = prepare(dir, engine);
  const end = endWith(() => cleanUp(run, dir), { signalCode: 130 });
  if (packagesAreStale()) await run.tally.stage('packages', (note) => install(note));
  await runGroups(run, { chosen, filters, isMysqlNamed: named.includes('mysql') });
  const { passed, failed, times } = run.tally;
  writeJson(join(home, 'last-times.json'), times);
  process.once('exit', () => {
    run.tally.report();
    console.log(`${passed} passed, ${failed} failed`);
  });
  await end(failed > 0 ? 1 : 0);
});

/** Checks that read the sources alone, and the sites of the browser tests, go on beside the other tests. */
async function runGroups({ tally, stacks }, { chosen, filters, isMysqlNamed }) {
  const checks = chosen.has('static') && runStatic(tally, chosen.size === 1);
  const sites = chosen.has('e2e') && prepareBrowser(tally, stacks, ofGroup(filters, true));
  if (chosen.has('unit')) await runUnit(tally, stacks.demos[0], ofGroup(filters, false));
  if (chosen.has('mysql')) await runOnMysql(tally, stacks.mysql, isMysqlNamed);
  if (chosen.has('e2e')) await runBrowser(tally, await sites);
  await checks;
}

async function install(note) {
  await installPackages(note);
  return { passed: 0, failed: 0 };
}

function ofGroup(filters, browser) {
  return filters.filter((filter) => filter.includes('e2e') === browser);
}
