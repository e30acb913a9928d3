import type { Entry } from './calls.js';

/** @returns a line for each answer of another code. */
export function expect(what: string, entries: readonly Entry[], code: string): string[] {
  return entries
    .filter((entry) => entry.code !== code)
    .map((entry) => `${what} was answered ${entry.code} ${JSON.stringify(entry.data)}, expected ${code}`);
}

/** All answers name the same row. */
export function same(what: string, entries: readonly Entry[]): string[] {
  const answers = new Set(
    entries.map(({ data }) => JSON.stringify({ ...(data as object), repeated: undefined })),
  );
  return answers.size === 1
    ? []
    : [`${what} got ${answers.size} different answers: ${[...answers].slice(0, 3).join(' ')}`];
}
