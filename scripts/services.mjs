// A private database and Redis for whoever develops or tests:
//   eval "$(node scripts/services.mjs up --dir .data/test)"    node scripts/services.mjs down --dir .data/test
import { parseArgs } from 'node:util';
import { absolute } from './lib/paths.mjs';
import { main } from './lib/process.mjs';
import { Services, endServices } from './lib/services/services.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string', default: '.data/test' },
    'buffer-pool': { type: 'string', default: '256' },
    mysql: { type: 'boolean', default: false },
  },
});
const dir = absolute(values.dir);
const say = (line) => console.error(line);

async function up() {
  const services = new Services(dir, {
    external: false,
    engine: values.mysql ? 'mysql' : undefined,
    bufferPool: Number(values['buffer-pool']),
    say,
  });
  await services.up();
  for (const [name, value] of Object.entries(services.testEnv())) console.log(`export ${name}='${value}'`);
}

async function down() {
  const ended = await endServices(dir);
  say(ended.length ? ended.join(', ') : `Nothing runs under ${values.dir}.`);
}

const command = { up, down }[positionals[0]];
if (command) await main(command);
else {
  console.error('Usage: node scripts/services.mjs up|down [--dir .data/test] [--buffer-pool 256] [--mysql]');
  process.exitCode = 2;
}
