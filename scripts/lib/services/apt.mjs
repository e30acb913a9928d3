import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from '../files.mjs';
import { findBinary } from '../find.mjs';
import { dataDir, privateDir } from '../paths.mjs';
import { Problem, run, uninterrupted } from '../process.mjs';

const policy = '/usr/sbin/policy-rc.d';
const kept = `${policy}.before-recoup`;

export const hasApt = () => existsSync('/etc/debian_version') && findBinary('apt-get') !== undefined;
const log = () => join(privateDir(dataDir(), 'logs'), 'apt.log');
const aptEnv = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };

/** Installs packages for the whole machine. Only root can. */
export async function installAsRoot(packages, units = []) {
  const options = { log: log(), env: aptEnv, untouchable: true };
  const known = units.filter(isEnabled);
  await uninterrupted(async () => {
    await run('apt-get', ['update'], options);
    await withoutServices(() =>
      run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options),
    );
    const fresh = units.filter((unit) => !known.includes(unit) && isEnabled(unit));
    if (fresh.length > 0) await run('systemctl', ['disable', ...fresh], { log: log(), allowFailure: true });
  });
}

// Without systemd there is nothing that would start a unit with the machine.
function isEnabled(unit) {
  if (!existsSync('/run/systemd/system')) return false;
  return spawnSync('systemctl', ['is-enabled', '--quiet', unit]).status === 0;
}

// invoke-rc.d asks this file whether a package may start its service: 101 means no.
async function withoutServices(work) {
  if (existsSync(kept)) renameSync(kept, policy);
  const had = existsSync(policy);
  if (had) renameSync(policy, kept);
  writeFileSync(policy, '#!/bin/sh\nexit 101\n');
  chmodSync(policy, 0o755);
  try {
    return await work();
  } finally {
    remove(policy);
    if (had) renameSync(kept, policy);
  }
}

/**
 * Unpacks packages, and what they need that the machine lacks, into `target`; needs no rights.
 * `follow` says of which packages the dependencies are of interest. `newest`: of Debian's newest release, with all that they
 * need, for nothing that the machine has is new enough.
 */
export async function unpack(packages, target, { follow, note, newest = false }) {
  const half = `${target}.half-made`;
  remove(half);
  const options = newest
    ? newestOptions(privateDir(half, 'apt'))
    : aptOptions(privateDir(half, 'apt'), '/var/lib/dpkg/status');
  note('reading the package lists');
  await run('apt-get', [...options, 'update'], { log: log(), env: aptEnv });
  const names = resolve(packages, options, { follow, installed: newest ? new Set() : installedPackages() });
  note(`downloading ${names.length} packages`);
  const debs = privateDir(half, 'debs');
  await run('apt-get', [...options, 'download', ...names], { cwd: debs, log: log(), env: aptEnv });
  note(`unpacking ${names.length} packages`);
  const tree = privateDir(half, 'tree');
  for (const deb of readdirSync(debs)) await run('dpkg-deb', ['-x', join(debs, deb), tree], { log: log() });
  remove(target);
  renameSync(tree, target);
  remove(half);
}

// An own state and cache: the machine's belong to root. What is installed is read from `status`.
function aptOptions(dir, status) {
  const folders = { 'Dir::State': 'state', 'Dir::Cache': 'cache', 'Dir::State::lists': 'state/lists' };
  for (const part of ['state/lists/partial', 'cache/archives/partial']) privateDir(dir, part);
  const own = Object.entries(folders).flatMap(([name, folder]) => ['-o', `${name}=${join(dir, folder)}`]);
  // When run as root apt would become its own user, who may not write here.
  return [...own, '-o', `Dir::State::status=${status}`, '-o', 'APT::Sandbox::User=root'];
}

/** Debian's unstable release instead of the machine's, on a machine that has nothing yet. */
function newestOptions(dir) {
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  if (!existsSync(keyring))
    throw new Problem(
      `${keyring} is missing: install debian-archive-keyring to check Debian's packages with.`,
    );
  const [sources, status] = ['sources.list', 'status'].map((name) => join(dir, name));
  writeFileSync(sources, `deb [signed-by=${keyring}] ${debianMirror()} sid main\n`);
  writeFileSync(status, '');
  const only = [`Dir::Etc::sourcelist=${sources}`, 'Dir::Etc::sourceparts=/dev/null'];
  return [...aptOptions(dir, status), ...only.flatMap((option) => ['-o', option])];
}

/** The machine's own mirror, which is the one that it can reach. */
function debianMirror() {
  const asked = spawnSync('apt-get', ['indextargets', '--format', '$(SITE)'], {
    encoding: 'utf8',
    env: aptEnv,
  });
  const sites = (asked.stdout ?? '').split('\n');
  return sites.find((site) => /\/debian\/?$/.test(site)) ?? 'http://deb.debian.org/debian';
}

/** The named packages and, level by level, what they depend on that `follow` accepts and nobody installed. */
function resolve(packages, options, { follow, installed }) {
  const chosen = new Set();
  let level = packages;
  while (level.length > 0) {
    level.forEach((name) => chosen.add(name));
    const found = dependencies(level, options, installed);
    level = [...new Set(found)].filter((name) => !chosen.has(name) && follow(name));
  }
  return [...chosen];
}

function installedPackages() {
  const listed = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Abbrev} ${Package}\n'], {
    encoding: 'utf8',
  });
  const lines = (listed.stdout ?? '').split('\n').filter((line) => line.startsWith('ii'));
  return new Set(lines.map((line) => line.split(/\s+/)[1]));
}

/** Missing dependencies of these packages; of alternatives the first. */
function dependencies(names, options, installed) {
  const only = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
    (kind) => `--no-${kind}`,
  );
  const asked = spawnSync('apt-cache', [...options, ...only, 'depends', ...names], {
    encoding: 'utf8',
    env: aptEnv,
  });
  if (asked.status !== 0) throw new Problem(`apt-cache failed: ${asked.stderr.trim()}`);
  return groupsOf(asked.stdout)
    .filter((group) => !group.some((option) => installed.has(option)))
    .map(([first]) => first);
}

// " |Depends: a" offers b on the next line instead; deeper lines are the providers of a virtual package "<v>".
function groupsOf(text) {
  const groups = [];
  let open = false;
  for (const line of text.split('\n').filter((one) => one.startsWith(' '))) {
    const [, bar, target] = /^ ([ |])(?:Pre)?Depends: (\S+)/.exec(line) ?? [];
    if (target) {
      if (!open) groups.push([]);
      if (!target.startsWith('<')) groups.at(-1).push(target.replace(/:.*/, ''));
      open = bar === '|';
    } else if (line.trim()) groups.at(-1)?.push(line.trim().replace(/:.*/, ''));
  }
  return groups.filter((group) => group.length > 0);
}
