import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { mapOf } from './compiled.mjs';
import { setGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
const HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * Takes the place of Jest's module registry: Node itself loads test, product and packages, once in a process, so that 167
 * files that boot the product do not evaluate it 167 times. Jest's own runner, its hooks and its report stay.
 */
export default class {
  #environment;

  constructor(_config, environment) {
    this.#environment = environment;
  }

  /** Jest's circus keeps the tests of a file in its module: each file has that anew. */
  requireInternalModule(path) {
    Reflect.deleteProperty(globalThis, HANDLERS);
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    setGlobals({ ...globals, jest: this.#environment.jest });
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  getSourceMaps() {
    return { get: mapOf, *[Symbol.iterator]() {} };
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  // Jest tells its module registry whose code runs; here all code is of one realm.
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}
