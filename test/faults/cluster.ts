import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, killAll } from './rig/apps.js';
import type { Part } from './rig/part.js';
import { dist, Rig, WHOLE_CLUSTER } from './rig/rig.js';

const CASES = '600';
const LOOK_MS = 2_000;
/** Time to see how the others do without it. */
const AWAY_MS = 15_000;

/*
 * npm run cluster: the whole of a cluster on this machine, with a demo in it, until it is ended. A part that dies starts again after
 * a while, and each change of what a part does is printed.
 */
process.setMaxListeners(64);
process.on('exit', killAll);
const file = join(process.env['RECOUP_DATA_DIR']!, 'cluster.json');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    rmSync(file, { force: true });
    process.exit(0);
  });

const rig = await Rig.start({ ...WHOLE_CLUSTER, fill: seed });
const parts = rig.parts();
const states = new Map<Part, string>();
const returning = new Set<Part>();
await look();
const port = await freePort();
createServer((_, response) => response.end(`${table()}\n`)).listen(port, '127.0.0.1');
writeFileSync(file, JSON.stringify({ port }), { mode: 0o600 });
process.stdout.write(`\n${table()}\n\n${accounts()}\n\n`);
process.stdout.write(
  `The cluster runs at ${rig.clients.urls[0]}. Kill any process above: it starts again after ${AWAY_MS / 1_000} s.\n`,
);
process.stdout.write(
  'npm run cluster -- state shows it from elsewhere; Ctrl-C or npm run cluster -- end ends it.\n',
);
for (;;) {
  await delay(LOOK_MS);
  await look(({ name }, before, now) => say(`${name}: ${before} -> ${now}`));
  for (const part of parts) if (part.isGone() && !returning.has(part)) void bringBack(part);
}

async function look(changed?: (part: Part, before: string, now: string) => void): Promise<void> {
  await Promise.all(
    parts.map(async (part) => {
      const now = part.isGone() ? 'gone' : (await part.state()) || 'runs';
      const before = states.get(part);
      states.set(part, now);
      if (before !== undefined && before !== now) changed?.(part, before, now);
    }),
  );
}

async function bringBack(part: Part): Promise<void> {
  returning.add(part);
  try {
    await delay(AWAY_MS);
    await part.start();
  } catch (error) {
    say(`${part.name} does not come back, and is tried again: ${String(error)}`);
  } finally {
    returning.delete(part);
  }
}

async function seed(databaseUrl: string, env: NodeJS.ProcessEnv): Promise<void> {
  say('The demo is made');
  const owner = { RECOUP_MIGRATE_DATABASE_URL: databaseUrl, RECOUP_DEMO_CASES: CASES };
  const script = join(dist, 'server/tools/seed.js');
  await promisify(execFile)(process.execPath, ['--enable-source-maps', script], {
    env: { ...env, ...owner },
  });
}

function table(): string {
  const rows = [
    ['part', 'port', 'process', 'state'],
    ...parts.map((part) => [part.name, `${part.port ?? '-'}`, `${part.pid() ?? '-'}`, states.get(part)!]),
  ];
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The first account of each role. */
function accounts(): string {
  const all = JSON.parse(
    readFileSync(join(process.env['RECOUP_DATA_DIR']!, 'demo-accounts.json'), 'utf8'),
  ) as { role: string; username: string; password: string }[];
  const first = [...new Map(all.toReversed().map((account) => [account.role, account])).values()];
  return first.map(({ role, username, password }) => `${role}: ${username}, ${password}`).join('\n');
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
}
