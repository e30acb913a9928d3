import { ChildProcess } from 'node:child_process';
import { Server, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Turns of the event loop, 10 ms each or longer, that something closed may take to be gone. */
const GONE_WITHIN_TURNS = 500;
const MANY_TIMERS = 500;

const portOf = (name) => (process.env[name] ? Number(new URL(process.env[name]).port) : undefined);

/** Finds what was opened since this was made and still is: connections, servers, child processes, threads, timers. */
export class OpenThings {
  #timers = new Map();
  #before = new Set(process._getActiveHandles());
  #timersBefore = countTimers();
  #real = {};
  #global;

  /** Timers are known to Node as a number only: those of the file's global object are noted with the place they were set. */
  constructor(global) {
    this.#global = global;
    for (const name of ['setTimeout', 'setInterval']) {
      const real = (this.#real[name] = global[name]);
      const noting = (...given) => this.#note(name, real.apply(global, given));
      Object.defineProperties(noting, Object.getOwnPropertyDescriptors(real));
      global[name] = noting;
    }
  }

  end() {
    Object.assign(this.#global, this.#real);
  }

  #note(name, timer) {
    if (this.#timers.size > MANY_TIMERS)
      for (const old of this.#timers.keys()) if (old._destroyed) this.#timers.delete(old);
    this.#timers.set(timer, { name, place: new Error() });
    return timer;
  }

  /** @returns names of all that is open, once nothing is or the time is over */
  async left() {
    for (let turn = 0; turn < GONE_WITHIN_TURNS && this.#now().length > 0; turn++) await wait(10);
    return this.#now();
  }

  #now() {
    const handles = process._getActiveHandles().filter((one) => !this.#before.has(one) && !isOfProcess(one));
    const timers = [...this.#timers].filter(
      ([timer]) => !timer._destroyed && (timer.hasRef() || timer._repeat),
    );
    const names = [
      ...handles.map(nameOf),
      ...timers.map(([, { name, place }]) => `${name} ${placeIn(place)}`),
    ];
    // Those that a library took from node:timers are in Node's own list only.
    const unnamed = countTimers() - this.#timersBefore;
    return names.length > 0 || unnamed <= 0 ? names : [`timers of node:timers: ${unnamed}`];
  }
}

/** Standard input and output are opened when somebody first looks at them. */
const isOfProcess = ({ fd }) => fd <= 2;

const countTimers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

function nameOf(handle) {
  if (handle instanceof Server) return `a server on port ${handle.address()?.port}`;
  if (handle instanceof ChildProcess) return `a process: ${handle.spawnargs.join(' ')}`;
  if (!(handle instanceof Socket)) return `a ${handle.constructor.name}`;
  const { remotePort, localPort } = handle;
  if (remotePort === portOf('TEST_DATABASE_URL')) return 'a connection to the database';
  if (remotePort === portOf('TEST_REDIS_URL')) return 'a connection to Redis';
  return `a connection from port ${localPort} to port ${remotePort}`;
}

const placeIn = ({ stack }) =>
  stack
    .split('\n')
    .filter((line) => !line.includes('open-things') && !line.includes('node:'))[1]
    ?.trim() ?? '';
