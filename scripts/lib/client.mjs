import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, hashOf } from './compile.mjs';
import { compressFolder } from './compress.mjs';
import { readJson, writeJson } from './files.mjs';
import { dataDir, privateDir, root } from './paths.mjs';
import { run } from './process.mjs';

const stampFile = join(root, 'dist', '.stamp-client.json');

function clientHash() {
  const files = { ...hashFiles(['client', 'contract']), lock: hashOf(join(root, 'package-lock.json')) };
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}

/** Builds dist/client when a source of it changed. Returns whether it did. */
export async function buildClient({ force = false } = {}) {
  const hash = clientHash();
  const built = existsSync(join(root, 'dist/client/index.html'));
  if (!force && built && readJson(stampFile)?.hash === hash) return false;
  const log = join(privateDir(dataDir(), 'logs'), 'client-build.log');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' };
  await run(process.execPath, [vite, 'build', '--config', 'client/vite.config.ts'], { cwd: root, log, env });
  await compressFolder(join(root, 'dist/client/assets'));
  writeJson(stampFile, { hash });
  return true;
}
