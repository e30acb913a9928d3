import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By so many hundredths the heap may grow over what lives, before it is looked through for what does not. */
const GROWS_BY = 15;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: { type: 'major'; execution: 'async' }) => Promise<void>;

let readers = 0;

/**
 * While a long file is read, garbage is collected early: the runtime would rather let a heap of a hundred megabytes grow
 * to four hundred, by rows that are stored already, than look through it once more. Other work is slowed by a few hundredths
 * meanwhile.
 */
export async function withLeanHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  if (readers++ === 0) setFlagsFromString(`--heap-growing-percent=${GROWS_BY}`);
  try {
    // How far it may grow is decided at each collection: the last one still said four hundred.
    await collect({ type: 'major', execution: 'async' });
    return await work();
  } finally {
    // 0: as the runtime thinks best.
    if (--readers === 0) setFlagsFromString('--heap-growing-percent=0');
  }
}
