// npm run faults: kills real processes under load and counts what was lost, doubled or half done.
import { measure } from './lib/measure.mjs';
import { main } from './lib/process.mjs';

const bufferPool = Number(process.env.RECOUP_BUFFER_POOL_MB ?? 512);
await main(() => measure('faults', 'dist/test/faults/main.js', { bufferPool }));
