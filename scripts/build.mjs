// Compiles contract, server, workers, sandbox and bench to dist/, only what changed.
import { parseArgs } from 'node:util';
import { compile } from './lib/compile.mjs';
import { main } from './lib/process.mjs';

const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } });

await main(async () => {
  const started = performance.now();
  const { compiled, copied, removed } = await compile({ force: values.force });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`dist: ${compiled} compiled, ${copied} copied, ${removed} removed in ${seconds} s`);
});
