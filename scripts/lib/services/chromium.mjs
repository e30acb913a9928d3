import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasApt, installAsRoot, unpack } from './apt.mjs';
import { libraryFolders } from './binaries.mjs';
import { remove } from '../files.mjs';
import { findBinary } from '../find.mjs';
import { dataDir } from '../paths.mjs';
import { Problem, run } from '../process.mjs';

// The shell has no windows of its own to draw: a page in a new context takes half of the processor time.
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const packages = [shell, 'fonts-noto-cjk'];
const ofInterest = (name) => /^(lib|chromium|fontconfig)/.test(name) && !/-perl$|^libc6$/.test(name);

const runtime = () => join(dataDir(), 'runtime', 'chromium');
const wrapper = () => join(runtime(), 'chromium.sh');
const wantsUnpacked = () => process.env.RECOUP_RUNTIME === 'unpacked';

/** The path of a Chromium for the browser tests, got like MariaDB and Redis when there is none. */
export async function ensureChromium(note) {
  const known = await fromSystem(note);
  if (known) return known;
  if (!hasApt())
    throw new Problem(`The browser tests need Chromium: install it, or name one in RECOUP_CHROMIUM.`);
  if (isRoot() && !wantsUnpacked()) {
    note('installing Chromium with apt-get');
    await installAsRoot(packages);
    return fromSystem(note);
  }
  await unpack(packages, runtime(), { follow: ofInterest, note });
  await tryOut();
  return wrapper();
}

// A browser that does not run must not be found by the next test run.
async function tryOut() {
  try {
    writeWrapper();
    await run(wrapper(), ['--version']);
  } catch (error) {
    remove(runtime());
    throw error;
  }
}

const isRoot = () => process.getuid?.() === 0;

/** A Chromium that is there already. */
export function findChromium() {
  if (process.env.RECOUP_CHROMIUM) return process.env.RECOUP_CHROMIUM;
  if (existsSync(wrapper())) return wrapper();
  return wantsUnpacked() ? undefined : (findBinary(...names) ?? (existsSync(onMac) ? onMac : undefined));
}

async function fromSystem(note) {
  const found = findChromium();
  if (found && isRoot() && hasApt() && lacksChineseFont()) {
    note('installing a Chinese font with apt-get');
    await installAsRoot(['fonts-noto-cjk']);
  }
  return found;
}

function lacksChineseFont() {
  const listed = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' });
  return listed.status === 0 && listed.stdout.trim() === '';
}

// A wrapper keeps the unpacked libraries away from Node, which starts the browser.
function writeWrapper() {
  const tree = runtime();
  const fonts = join(tree, 'fonts.conf');
  const config = existsSync('/etc/fonts/fonts.conf')
    ? '/etc/fonts/fonts.conf'
    : join(tree, 'etc/fonts/fonts.conf');
  const tags = [
    `<include ignore_missing="yes">${config}</include>`,
    `<dir>${join(tree, 'usr/share/fonts')}</dir>`,
    `<cachedir>${join(tree, 'font-cache')}</cachedir>`,
  ];
  writeFileSync(fonts, `<?xml version="1.0"?>\n<fontconfig>\n${tags.join('\n')}\n</fontconfig>\n`);
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH='${libraryFolders(tree).join(delimiter)}'`,
    `export FONTCONFIG_FILE='${fonts}'`,
    `exec '${join(tree, 'usr/lib/chromium', shell)}' "$@"`,
  ];
  writeFileSync(wrapper(), `${lines.join('\n')}\n`);
  chmodSync(wrapper(), 0o755);
}
