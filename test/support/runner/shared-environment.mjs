import { createContext } from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { changedModules } from './module-states.mjs';
import { OpenThings } from './open-things.mjs';
import { ProcessState } from './process-state.mjs';
import { failFile, giveHooksTime } from './test-events.mjs';

/** Packages that set globals when they are loaded: all are there before the first file is looked at. */
const SET_GLOBALS = ['reflect-metadata', 'zod', 'typeorm', 'pkijs'];
/** Jest starts another process in the place of one that ends by this code, and gives it the file. */
const REPLACE_ME = 1;
const ofMocks = ['fn', 'spyOn'];
const ofTimers = ['useFakeTimers', 'useRealTimers', 'setSystemTime', 'advanceTimersByTimeAsync'];
let isSpoiled = false;

/**
 * The globals of the process itself: product and tests are loaded once and run in them, file after file. So each file has
 * to leave the process as it found it: connections, timers, globals, environment, what the product's modules hold, rows
 * and keys. One that does not fails by the name of what it left; what can be put back is, and a process whose modules
 * changed is replaced before the next file.
 */
export default class {
  global = globalThis;
  #given = { console, exit: process.exit };
  #mocker = new ModuleMocker(globalThis);
  #timers;

  constructor({ projectConfig }) {
    if (isSpoiled) process.exit(REPLACE_ME);
    this.#timers = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.jest = {
      ...boundTo(this.#mocker, ofMocks),
      ...boundTo(this.#timers, ofTimers),
    };
  }

  async setup() {
    for (const name of SET_GLOBALS) await import(name);
    const hasServices = process.env.TEST_DATABASE_URL !== undefined;
    this.schema = hasServices ? await (await import('../worker-schema.ts')).workerSchema() : undefined;
    this.open = new OpenThings(globalThis);
  }

  async handleTestEvent({ name }, state) {
    giveHooksTime(name, state);
    // Jest has set what it sets by then, and no line of the file has run.
    if (name === 'setup') this.process = new ProcessState();
    if (name !== 'run_finish') return;
    const left = await this.open.left();
    if (left.length > 0) failFile(state, `Left open after the last test: ${left.join('; ')}`);
    const modules = changedModules();
    isSpoiled ||= modules.length > 0;
    const changed = [...this.process.restore(), ...modules, ...((await this.schema?.clear()) ?? [])];
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
}

const boundTo = (owner, names) => Object.fromEntries(names.map((name) => [name, owner[name].bind(owner)]));
