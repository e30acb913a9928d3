import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { administration } from './administration/administration.js';
import { allocation } from './allocation.js';
import { board } from './board.js';
import { boardDrawing } from './board/drawing.js';
import { boardLoad } from './board/load.js';
import { commands } from './commands.js';
import { evidence } from './evidence.js';
import { endChildren, killChildren } from './lib/children.js';
import { contextOf, type Benchmark, type Options } from './lib/context.js';
import { holds, table, type Figure } from './lib/figures.js';
import { guard } from './guard.js';
import { lists } from './lists.js';
import { feedDrawing } from './monitoring/drawing.js';
import { monitoring } from './monitoring/monitoring.js';
import { pages } from './pages.js';
import { policyLab } from './policy-lab.js';
import { push } from './push.js';
import { recordings } from './recordings.js';
import { relay } from './relay.js';
import { schedule } from './schedule.js';
import { sms } from './sms.js';
import { sorts } from './sorts.js';
import { growth } from './growth.js';
import { whatIf } from './what-if.js';

const BENCHMARKS: Record<string, Benchmark> = {
  lists,
  commands,
  push,
  relay,
  sms,
  guard,
  pages,
  growth,
  sorts,
  allocation,
  board,
  boardLoad,
  boardDrawing,
  whatIf,
  schedule,
  policyLab,
  recordings,
  evidence,
  administration,
  monitoring,
  feedDrawing,
};

const USAGE = `Usage: npm run bench -- [--fresh] [--only ${Object.keys(BENCHMARKS).join(',')}] [--cases 1000000]
  [--growth 100000,1000000] [--rounds 5] [--seconds 4]
  [--people 100000] [--institutions 10000] [--audit 1000000] [--sockets 2000]
  [--behaviours 5000000] [--calls 1000000]`;

function options(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(BENCHMARKS).join(',') },
      cases: { type: 'string', default: '1000000' },
      growth: { type: 'string', default: '100000,1000000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      people: { type: 'string', default: '100000' },
      institutions: { type: 'string', default: '10000' },
      audit: { type: 'string', default: '1000000' },
      sockets: { type: 'string', default: '2000' },
      behaviours: { type: 'string', default: '5000000' },
      calls: { type: 'string', default: '1000000' },
    },
  });
  const only = values.only.split(',');
  const growth = values.growth.split(',').map(Number) as [number, number];
  const office = {
    people: Number(values.people),
    institutions: Number(values.institutions),
    audit: Number(values.audit),
    sockets: Number(values.sockets),
  };
  const records = { behaviours: Number(values.behaviours), calls: Number(values.calls) };
  const numbers = [Number(values.cases), Number(values.rounds), Number(values.seconds), ...growth];
  numbers.push(...Object.values(office), ...Object.values(records));
  const known = only.every((name) => name in BENCHMARKS) && growth.length === 2;
  if (!known || !numbers.every((number) => number > 0)) throw new Error(USAGE);
  return {
    only,
    cases: Number(values.cases),
    growth,
    office,
    records,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
  };
}

async function main(): Promise<void> {
  const started = performance.now();
  const before = loadavg()[0]!.toFixed(1);
  const chosen = options();
  const context = contextOf(chosen, (line) => console.error(`  ${line}`));
  const figures: Figure[] = [];
  for (const name of chosen.only) {
    console.error(`… ${name}`);
    try {
      figures.push(...(await BENCHMARKS[name]!(context)));
    } catch (error) {
      // The others still tell something; the run fails.
      console.error(error);
      figures.push(holds(name, '', 'failed', '', false));
      process.exitCode = 1;
    } finally {
      await endChildren();
    }
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  const about = `${new Date().toISOString()}, node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}; medians of ${chosen.rounds} rounds of ${chosen.seconds} s, the sides alternating; took ${seconds} s; load average before it ${before}`;
  const text = `${about}\n\n${table(figures)}\n`;
  console.log(`\n${text}`);
  const folder = process.env['RECOUP_DATA_DIR']!;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'last.txt'), text);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void endChildren().then(() => process.exit(130)));
}
process.on('exit', killChildren);
await main();
process.exit();
