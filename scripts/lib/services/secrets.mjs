import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJson, writeJson } from '../files.mjs';
import { begunWith } from './engines.mjs';
import { Problem } from '../process.mjs';

const providers = [
  ...['paymentHmac', 'telephonyHmac', 'carrierHmac', 'debitHmac', 'livenessHmac', 'ipHmac', 'mailHmac'],
];
const names = ['dataKey', 'indexKey', 'intakeHmac', ...providers];

const newKey = () => randomBytes(32).toString('base64');

export const secretFile = (dir) => process.env.RECOUP_SECRET_FILE ?? join(dir, 'secrets.json');

/** Makes the keys on the first start, unless RECOUP_SECRETS holds them. Personal data is encrypted with them: lost keys are lost data. */
export function ensureSecrets(dir) {
  if (process.env.RECOUP_SECRETS) return undefined;
  const file = secretFile(dir);
  const known = readJson(file);
  if (!known && begunWith(dir)) {
    throw new Problem(
      `${file} is missing, but the data in ${dir} was encrypted with it. Put it back, or begin anew with --fresh.`,
    );
  }
  const missing = names.filter((name) => !known?.[name]);
  if (missing.length === 0) return file;
  const made = Object.fromEntries(missing.map((name) => [name, newKey()]));
  writeJson(file, { ...known, ...made });
  return file;
}

/** Tells which keys a backup needs without giving anything away about them. */
export function keyMarks(dir) {
  const known = readJson(secretFile(dir));
  return known ? [known, ...(known.otherKeys ?? [])].map(markOf) : [];
}

const markOf = ({ dataKey }) => createHash('sha256').update(`mark:${dataKey}`).digest('hex').slice(0, 16);

const ringOf = (known) => [keyOf(known), ...(known.otherKeys ?? [])];
const keyOf = ({ keyId = 1, dataKey, indexKey }) => ({ keyId, dataKey, indexKey });

/** A key beside the present one: known, and not used yet. @returns what to do next */
export function addKey(dir) {
  const known = ownSecrets(dir);
  if (known.otherKeys?.length > 0)
    throw new Problem('There is a second key already: go on with use, run and drop.');
  const keyId = (known.keyId ?? 1) === 255 ? 1 : (known.keyId ?? 1) + 1;
  const fresh = { keyId, dataKey: newKey(), indexKey: newKey() };
  writeJson(secretFile(dir), { ...known, otherKeys: [fresh] });
  return `Key ${keyId} is in ${secretFile(dir)}. Back the file up, restart every process, then: npm run rotate-keys -- use`;
}

/** The key that was added last becomes the present one; the one before stays known. */
export function useNewKey(dir) {
  const known = ownSecrets(dir);
  const [before, next] = ringOf(known);
  if (!next) throw new Problem('There is no second key: begin with add.');
  if (next.keyId === before.keyId - 1)
    throw new Problem(`Key ${before.keyId} is in use already: go on with run.`);
  writeJson(secretFile(dir), { ...known, ...next, otherKeys: [before] });
  return `Key ${next.keyId} seals what is written from the next restart on. Restart every process, then: npm run rotate-keys -- run`;
}

/** Only after nothing was found under them. */
export function dropKeys(dir) {
  const { otherKeys = [], ...known } = ownSecrets(dir);
  if (otherKeys.some(({ keyId }) => keyId === (known.keyId ?? 1) + 1))
    throw new Problem('The second key is not used yet: go on with use.');
  writeJson(secretFile(dir), known);
  const gone = otherKeys.map(({ keyId }) => keyId).join(', ');
  return gone ? `Key ${gone} is deleted. Restart every process.` : 'There was no other key.';
}

function ownSecrets(dir) {
  const known = process.env.RECOUP_SECRETS ? undefined : readJson(secretFile(dir));
  if (!known)
    throw new Problem(
      'The keys are not in a file of ours: change keyId, dataKey, indexKey and otherKeys in RECOUP_SECRETS as docs/operations.md says.',
    );
  return known;
}
