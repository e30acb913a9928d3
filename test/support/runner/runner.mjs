import Runner from 'jest-runner';

/** Processes of their own for the files that share one product, also for a single file: Jest's own process stays clean. */
export default class extends Runner {
  runTests(tests, watcher, options) {
    return super.runTests(tests, watcher, { ...options, serial: false });
  }
}
