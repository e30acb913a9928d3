import { jestExpect } from '@jest/expect';

/**
 * Stands for `@jest/globals` in files that share one product: modules are loaded once, while Jest makes these anew for each
 * file. Each stands for the one of the file that runs now.
 */
let now;

export const setGlobals = (globals) => (now = globals);

const ofNow = (name) =>
  new Proxy(() => undefined, {
    apply: (_, self, given) => now[name].apply(self, given),
    get: (_, key) => now[name][key],
  });

export const [it, test, describe] = ['it', 'test', 'describe'].map(ofNow);
export const [beforeAll, beforeEach, afterAll, afterEach] = [
  'beforeAll',
  'beforeEach',
  'afterAll',
  'afterEach',
].map(ofNow);
export const jest = ofNow('jest');
export const expect = jestExpect;
