import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from './files.mjs';
import { Problem } from './process.mjs';

const providers = ['paymentHmac', 'telephonyHmac', 'carrierHmac', 'debitHmac', 'livenessHmac', 'ipHmac'];
const names = ['dataKey', 'indexKey', 'intakeHmac', ...providers];

export const secretFile = (dir) => process.env.RECOUP_SECRET_FILE ?? join(dir, 'secrets.json');

/** Makes the keys on the first start, unless RECOUP_SECRETS holds them. Personal data is encrypted with them: lost keys are lost data. */
export function ensureSecrets(dir) {
  if (process.env.RECOUP_SECRETS) return undefined;
  const file = secretFile(dir);
  const known = readJson(file);
  if (!known && existsSync(join(dir, 'mariadb'))) {
    throw new Problem(
      `${file} is missing, but the data in ${dir} was encrypted with it. Put it back, or begin anew with --fresh.`,
    );
  }
  const missing = names.filter((name) => !known?.[name]);
  if (missing.length === 0) return file;
  const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64')]));
  writeJson(file, { ...known, ...made });
  return file;
}

/** Tells whether a backup belongs to these keys without giving anything away about them. */
export function keyMark(dir) {
  const known = readJson(secretFile(dir));
  return known ? createHash('sha256').update(`mark:${known.dataKey}`).digest('hex').slice(0, 16) : undefined;
}
