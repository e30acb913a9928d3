import { TestEnvironment } from 'jest-environment-node';
import { OpenThings } from './open-things.mjs';
import { failFile, giveHooksTime } from './test-events.mjs';

/** Globals and modules of its own for each file; what it opens is still the process's, and must not run on into the next. */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.open = new OpenThings(this.global);
  }

  async handleTestEvent({ name }, state) {
    giveHooksTime(name, state);
    if (name !== 'run_finish') return;
    const left = await this.open.left();
    if (left.length > 0) failFile(state, `Left open after the last test: ${left.join('; ')}`);
  }
}
