const before = new Map<string, PropertyDescriptor | undefined>();

/** Puts a value in the place of a global, or makes one that Node lacks, until `unstubGlobals`. */
export function stubGlobal(name: string, value: unknown): void {
  if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true });
}

export function unstubGlobals(): void {
  for (const [name, descriptor] of before) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
  before.clear();
}
