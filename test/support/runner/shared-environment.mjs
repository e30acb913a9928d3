import { createContext } from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { OpenThings } from './open-things.mjs';
import { failFile, giveHooksTime } from './test-events.mjs';

/** The globals of the process itself: product and tests are loaded once and run in them, file after file. */
export default class {
  global = globalThis;
  #given = { console, exit: process.exit };
  #mocker = new ModuleMocker(globalThis);
  #timers;

  constructor({ projectConfig }) {
    this.#timers = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.jest = this.#jest();
  }

  async setup() {
    const hasServices = process.env.TEST_DATABASE_URL !== undefined;
    this.schema = hasServices ? await (await import('../worker-schema.ts')).workerSchema() : undefined;
    this.open = new OpenThings(globalThis);
  }

  async handleTestEvent({ name }, state) {
    giveHooksTime(name, state);
    if (name !== 'run_finish') return;
    const left = await this.open.left();
    if (left.length > 0) failFile(state, `Left open after the last test: ${left.join('; ')}`);
    const changed = (await this.schema?.clear()) ?? [];
    if (changed.length > 0) failFile(state, `Left changed after the last test: ${changed.join('; ')}`);
  }

  async teardown() {
    this.open?.end();
    this.#timers.dispose();
    this.#mocker.restoreAllMocks();
    globalThis.console = this.#given.console;
    process.exit = this.#given.exit;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return createContext();
  }

  #jest() {
    const ofMocks = ['fn', 'spyOn'].map((name) => [name, this.#mocker[name].bind(this.#mocker)]);
    const ofTimers = ['useFakeTimers', 'useRealTimers', 'setSystemTime', 'advanceTimersByTimeAsync'].map(
      (name) => [name, this.#timers[name].bind(this.#timers)],
    );
    return Object.fromEntries([...ofMocks, ...ofTimers]);
  }
}
