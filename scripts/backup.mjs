// npm run backup -- [--check] [--to DIR] [--keep N] [--every 24h]: the private database and the files into DIR/<time>/, by
// default .data/backups, also while the site runs. --check reads it back into a database of its own; --every goes on, and checks.
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withServices } from './lib/borrow.mjs';
import { Problem, main, run } from './lib/process.mjs';
import { backUp, checkBackup, keepNewest } from './lib/services/backup.mjs';

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const USAGE = 'npm run backup -- [--check] [--to DIR] [--keep N] [--every 24h]';

function options() {
  const text = { type: 'string' };
  let values;
  try {
    ({ values } = parseArgs({ options: { check: { type: 'boolean' }, to: text, keep: text, every: text } }));
  } catch (error) {
    throw new Problem(`${error.message}\n${USAGE}`);
  }
  const [, count, unit] = /^([1-9]\d*)([mhd])$/.exec(values.every ?? '1h') ?? [];
  if (!count) throw new Problem(`--every needs a time like 90m, 24h or 7d, not "${values.every}".`);
  if (values.keep !== undefined && !/^[1-9]\d*$/.test(values.keep))
    throw new Problem(`--keep needs a number, not "${values.keep}".`);
  return { ...values, period: values.every && Number(count) * UNIT_MS[unit] };
}

async function once({ check, to, keep }, { services, env, dir }) {
  const place = to ? resolve(process.env.INIT_CWD ?? '.', to) : join(dir, 'backups');
  const target = await backUp({ services, dir }, place);
  const isRight = !check || (await checkBackup({ services, env, dir }, target));
  // The older ones stay while the newest is of no use.
  if (keep && isRight) keepNewest(place, Number(keep));
  return isRight ? 0 : 1;
}

/** Each round is a process of its own: the site may be stopped, moved and started meanwhile. */
async function repeat({ to, keep, period }) {
  const args = ['--check', ...(to ? ['--to', to] : []), ...(keep ? ['--keep', keep] : [])];
  for (;;) {
    const begun = Date.now();
    const { code } = await run(process.execPath, [fileURLToPath(import.meta.url), ...args], {
      inherit: true,
      allowFailure: true,
    });
    const next = new Date(begun + period);
    console.log(`${code === 0 ? 'Done' : 'FAILED'}; the next one at ${next.toISOString()}`);
    await sleep(Math.max(0, next.getTime() - Date.now()));
  }
}

await main(() => {
  const given = options();
  return given.period ? repeat(given) : withServices('run backup', (site) => once(given, site));
});
