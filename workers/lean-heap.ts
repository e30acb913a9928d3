import { setFlagsFromString } from 'node:v8';

/** By so many hundredths the heap may grow over what lives, before it is looked through for what does not. */
const GROWS_BY = 15;

/*
 * Imported first. The runtime would let a heap of a hundred megabytes grow to four hundred, by rows of a workbook that are
 * stored already, rather than look through it once more. It reads this flag at each collection.
 */
setFlagsFromString(`--heap-growing-percent=${GROWS_BY}`);
