import { readdirSync } from 'node:fs';

const numbers = readdirSync(new URL('../../migrations/', import.meta.url)).flatMap((name) =>
  /^\d{4}(?=-.+\.sql$)/.exec(name) ? [Number(name.slice(0, 4))] : [],
);

/** The number of the newest migration that this build knows: of two builds the newer one has the higher, or the same. */
export const OWN_SCHEMA = Math.max(...numbers);
