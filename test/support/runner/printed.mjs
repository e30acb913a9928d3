const DEEPEST = 8;
const ids = new WeakMap();
let given = 0;

/** A number for an object by which it is known again; nothing is said of what it holds. */
function idOf(object) {
  if (!ids.has(object)) ids.set(object, ++given);
  return `#${ids.get(object)}`;
}

const isPlain = (object) => {
  const parent = Object.getPrototypeOf(object);
  return parent === null || parent === Object.prototype || Array.isArray(object);
};
const isClass = (value) =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

/**
 * A value as a text that differs when the value does: what arrays, plain objects, maps, sets, dates and classes hold, and
 * for everything else which one it is.
 */
export function printed(value, depth = 0) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
  if (depth > DEEPEST) return idOf(value);
  const next = (one) => printed(one, depth + 1);
  if (value instanceof Date) return `Date ${value.getTime()}`;
  if (value instanceof Map) return `Map(${[...value].map(([key, held]) => `${next(key)}:${next(held)}`)})`;
  if (value instanceof Set) return `Set(${[...value].map(next)})`;
  if (isClass(value)) return `${idOf(value)}{${held(value, next)} ${held(value.prototype, idOrText)}}`;
  return isPlain(value) ? `{${held(value, next)}}` : idOf(value);
}

const idOrText = (value) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null) ? idOf(value) : String(value);

/** Nest notes numbers of its own at classes, which it makes anew at each start: under symbols, or not to be enumerated. */
const isNoted = (owner, key, { enumerable, value }) =>
  typeof owner === 'function' &&
  (typeof key === 'symbol' || (!enumerable && value !== undefined && typeof value !== 'function'));

function held(object, print) {
  return Reflect.ownKeys(object)
    .map((key) => [key, Object.getOwnPropertyDescriptor(object, key)])
    .filter(([key, descriptor]) => key !== 'prototype' && !isNoted(object, key, descriptor))
    .map(([key, { value, get, set }]) => {
      const shown = get || set ? `${idOrText(get)}/${idOrText(set)}` : print(value);
      return `${String(key)}:${shown}`;
    });
}
