import { TestEnvironment } from 'jest-environment-node';
import { OpenThings } from './open-things.mjs';

/** A hook brings up a database and a server; one test has `testTimeout`. */
const HOOK_TIMEOUT_MS = 240_000;

/**
 * Jest runs one file after the other in the same process: a file that leaves something open fails, for it would run on into
 * the next.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.open = new OpenThings(this.global);
  }

  async handleTestEvent({ name }, state) {
    if (name === 'add_hook') state.currentDescribeBlock.hooks.at(-1).timeout ??= HOOK_TIMEOUT_MS;
    if (name !== 'run_finish') return;
    const left = await this.open.left();
    if (left.length === 0) return;
    const error = new Error(`Left open after the last test: ${left.join('; ')}`);
    // The stack of this line would tell nothing, and hide the names in what the run says at its end.
    error.stack = error.message;
    state.unhandledErrors.push(error);
  }
}
