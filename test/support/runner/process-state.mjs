/** Node puts the real value in the place of many a global when somebody first reads it: all are read before. */
const globals = Object.getOwnPropertyNames(globalThis).filter((name) => globalThis[name] !== undefined);
const builtIn = globals.filter((name) => typeof globalThis[name] === 'function');

/** Globals that packages set once, when they are loaded, which is while the first file runs that needs them. */
const OF_PACKAGES = new Set(['typeormMetadataArgsStorage', '__core-js_shared__', 'process.env.VIPSHOME']);

/** Everything that a file may change for all files after it: [name, owner], by which `stateOf` reads what they hold. */
const owners = () => [
  ['', globalThis],
  ...builtIn.map((name) => [`${name}.`, globalThis[name]]),
  ...builtIn
    .filter((name) => globalThis[name]?.prototype)
    .map((name) => [`${name}.prototype.`, globalThis[name].prototype]),
  ...['Math', 'JSON', 'Reflect', 'Intl', 'console'].map((name) => [`${name}.`, globalThis[name]]),
];

/** The globals and the environment of the process as they are now. */
export class ProcessState {
  #owners = owners().map(([name, owner]) => [name, owner, Object.getOwnPropertyDescriptors(owner)]);
  #env = { ...process.env };

  /** Puts all back. @returns names of what had been changed */
  restore() {
    return [...this.#owners.flatMap((one) => restoreOwner(...one)), ...this.#restoreEnv()];
  }

  #restoreEnv() {
    const names = new Set([...Object.keys(this.#env), ...Object.keys(process.env)]);
    const changed = [...names].filter(
      (name) => process.env[name] !== this.#env[name] && !OF_PACKAGES.has(`process.env.${name}`),
    );
    for (const name of changed)
      if (name in this.#env) process.env[name] = this.#env[name];
      else delete process.env[name];
    return changed.map((name) => `process.env.${name}`);
  }
}

function restoreOwner(name, owner, before) {
  const now = Object.getOwnPropertyDescriptors(owner);
  const changed = [...new Set([...Reflect.ownKeys(before), ...Reflect.ownKeys(now)])].filter(
    (key) => differ(before[key], now[key]) && !OF_PACKAGES.has(`${name}${String(key)}`),
  );
  for (const key of changed)
    if (before[key]) Object.defineProperty(owner, key, before[key]);
    else Reflect.deleteProperty(owner, key);
  return changed.map((key) => `${name}${String(key)}`);
}

const differ = (before, now) =>
  !['value', 'get', 'set'].every((part) => Object.is(before?.[part], now?.[part]));
