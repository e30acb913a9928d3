// npm run bench: prints the figures of docs/benchmarks.md.
import { measure } from './lib/measure.mjs';
import { main } from './lib/process.mjs';

const bufferPool = Number(process.env.RECOUP_BUFFER_POOL_MB ?? 2048);
await main(() => measure('bench', 'dist/bench/main.js', { bufferPool, client: true }));
