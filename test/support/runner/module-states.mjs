import { fileURLToPath } from 'node:url';
import { printed } from './printed.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Memories that follow from their key alone, so that no file can tell whether another one asked before. */
const MEMORIES = new Set([
  'contract/shared/wall-clock.ts zones',
  'server/platform/auth/passwords.ts decoy',
  // Random bytes, of which none is used twice.
  'server/platform/crypto/vault.ts NONCES',
  'server/platform/crypto/vault.ts noncesUsed',
  'server/platform/db/bulk-statements.ts inserts',
  'server/platform/db/sql.ts names',
  'server/platform/sheets/sheet-row.rules.ts days',
]);

/** By "file name": how to read what a module of the product holds under a name, and what it was when the module was new. */
const states = new Map();

/** `compiled.mjs` has each module call this with its own names when it has been evaluated. */
globalThis[Symbol.for('recoup.modules')] = (url, names) => {
  const file = fileURLToPath(url).slice(root.length);
  for (const name of Object.keys(names)) {
    const place = `${file} ${name}`;
    if (MEMORIES.has(place)) continue;
    const read = () => printed(names[name]);
    states.set(place, { read, asNew: read() });
  }
};

/** @returns names of modules' states that are no longer as they were when the module was evaluated */
export const changedModules = () =>
  [...states].filter(([, { read, asNew }]) => read() !== asNew).map(([place]) => place);
