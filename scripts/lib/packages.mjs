import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './compile.mjs';
import { readJson, remove, writeJson } from './files.mjs';
import { dataDir, privateDir, root } from './paths.mjs';
import { Problem, run } from './process.mjs';

const oldest = [20, 19];

export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new Problem(`Recoup needs Node ${oldest.join('.')} or newer; this is ${version}.`);
}

const stampFile = () => join(privateDir(dataDir()), 'packages.json');

/** @param all with what only tests and checks take; a start needs them not, and is quicker without */
export function packagesAreStale({ all = true } = {}) {
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!installed) return true;
  const stamp = readJson(stampFile());
  if (stamp?.hash === packagesHash() && (stamp.all || !all)) return false;
  if (!matches(installed, all)) return true;
  rememberPackages(all);
  return false;
}

// Someone who ran "npm install" by hand has what the lock file says: deleting it to install it again helps nobody.
function matches(installed, all) {
  const locked = Object.entries(readJson(join(root, 'package-lock.json')).packages);
  const required = locked.filter(
    ([path, entry]) => path !== '' && !entry.optional && !entry.devOptional && (all || !entry.dev),
  );
  return required.every(([path, { version }]) => installed[path]?.version === version);
}

function packagesHash() {
  return hashOf(join(root, 'package-lock.json'));
}

export async function installPackages(note, { all = true } = {}) {
  const log = join(privateDir(dataDir(), 'logs'), 'install.log');
  remove(log);
  const npm = (...args) =>
    run('npm', [...args, ...(all ? [] : ['--omit=dev']), '--no-audit', '--no-fund', '--loglevel=warn'], {
      cwd: root,
      log,
      env: withoutNpm(process.env),
      allowFailure: true,
    });
  let { code } = await npm('ci');
  // "npm ci" refuses a lock file that lacks another platform's optional packages; these versions are locked all the same.
  if (code !== 0 && readFileSync(log, 'utf8').includes('npm error code EUSAGE')) {
    note('package-lock.json is not complete: using npm install');
    ({ code } = await npm('install', '--no-save'));
  }
  if (code !== 0) throw new Problem(`Installing the packages failed (${log}):\n${firstErrors(log)}`);
  rememberPackages(all);
}

function firstErrors(log) {
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines
    .filter((line) => line.startsWith('npm error'))
    .slice(0, 12)
    .join('\n');
}

function rememberPackages(all) {
  writeJson(stampFile(), { hash: packagesHash(), all });
}

// NODE_ENV=production, or npm's own settings of the command that runs us, would leave development packages out.
function withoutNpm(env) {
  const kept = Object.entries(env).filter(
    ([name]) => name !== 'NODE_ENV' && !/^npm_(config_omit|command|lifecycle)/.test(name),
  );
  return Object.fromEntries(kept);
}
