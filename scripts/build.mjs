// Compiles what nest-cli.json (or --settings FILE) names, only what changed; --client builds the client too.
import { parseArgs } from 'node:util';
import { buildClient } from './lib/client.mjs';
import { compile } from './lib/compile.mjs';
import { buildSettings } from './lib/nest-cli.mjs';
import { main } from './lib/process.mjs';

const { values } = parseArgs({
  options: {
    force: { type: 'boolean', default: false },
    client: { type: 'boolean', default: false },
    settings: { type: 'string' },
  },
});

await main(async () => {
  const started = performance.now();
  const { compiled, copied, removed } = await compile({
    settings: buildSettings(values.settings),
    force: values.force,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`dist: ${compiled} compiled, ${copied} copied, ${removed} removed in ${seconds} s`);
  if (values.client)
    console.log(`dist/client: ${(await buildClient({ force: values.force })) ? 'built' : 'up to date'}`);
});
