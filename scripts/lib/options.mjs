import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { Problem } from './process.mjs';

const numbers = {
  port: 'PORT',
  cases: 'CASES',
  collectors: 'COLLECTORS',
  leaders: 'LEADERS',
  speed: 'SPEED',
};

/** Reads .env beside package.json; what the environment already has wins. */
export function loadEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

export function startOptions(argv = process.argv.slice(2)) {
  const { values } = parse(argv);
  for (const name of Object.keys(numbers)) {
    if (values[name] !== undefined && !(Number(values[name]) > 0)) {
      throw new Problem(`--${name} needs a number, not "${values[name]}".`);
    }
  }
  if (values.at && Number.isNaN(Date.parse(values.at)))
    throw new Problem(`--at needs an ISO time, not "${values.at}".`);
  const demo = Object.entries(numbers)
    .filter(([name]) => name !== 'port' && values[name] !== undefined)
    .map(([name, suffix]) => [`RECOUP_DEMO_${suffix}`, values[name]]);
  if (values.at) demo.push(['RECOUP_CLOCK_AT', new Date(values.at).toISOString()]);
  const port = values.port ?? process.env.PORT;
  return {
    fresh: values.fresh,
    empty: values.empty,
    engine: values.mysql ? 'mysql' : 'mariadb',
    // It plays borrowers and collectors of the demo.
    simulator: !values['no-simulator'] && !values.empty,
    port: port ? Number(port) : undefined,
    host: process.env.HOST ?? '127.0.0.1',
    bufferPool: Number(values['buffer-pool'] ?? process.env.RECOUP_BUFFER_POOL_MB ?? 512),
    demo: Object.fromEntries(demo),
  };
}

function parse(argv) {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  const named = Object.fromEntries(Object.keys(numbers).map((name) => [name, text]));
  try {
    return parseArgs({
      args: argv,
      options: {
        ...named,
        at: text,
        'buffer-pool': text,
        fresh: flag,
        empty: flag,
        mysql: flag,
        'no-simulator': flag,
      },
    });
  } catch (error) {
    throw new Problem(
      `${error.message}\nnpm start -- [--fresh] [--empty] [--mysql] [--port N] [--at TIME] [--cases N] [--collectors N] [--leaders N] [--speed N] [--no-simulator] [--buffer-pool MB]`,
    );
  }
}
