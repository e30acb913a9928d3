// npm run cluster: the whole of a cluster on this machine, with a demo in it; "state" and "end" from elsewhere.
import { join } from 'node:path';
import { readJson } from './lib/files.mjs';
import { holder } from './lib/lock.mjs';
import { measure } from './lib/measure.mjs';
import { dataDir } from './lib/paths.mjs';
import { Problem, main, stopPid } from './lib/process.mjs';

const dir = join(dataDir(), 'cluster');

async function state() {
  const running = readJson(join(dir, 'cluster.json'));
  if (!running || !holder(dir)) throw new Problem('No cluster runs: npm run cluster starts one.');
  const response = await fetch(`http://127.0.0.1:${running.port}`);
  process.stdout.write(await response.text());
}

async function end() {
  const running = holder(dir);
  console.log(running ? `The cluster ${await stopPid(running.pid, { grace: 90_000 })}` : 'No cluster runs.');
}

function start() {
  return measure('cluster', 'dist/test/faults/cluster.js', { bufferPool: 128, client: true });
}

const [command = 'start', ...more] = process.argv.slice(2);
const work = { start, state, end }[command];
await main(() => {
  if (!work || more.length > 0) throw new Problem('npm run cluster [-- state | -- end]');
  // The rest of the line would be the measuring script's.
  process.argv.splice(2);
  return work();
});
