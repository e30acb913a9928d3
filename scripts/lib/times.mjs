import { relative } from 'node:path';
import { root } from './paths.mjs';

const SHOWN = 10;

/** @returns [{ file, ms }] from Jest's JSON report: loading a file counts as its time, too */
export function jestTimes({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    ms: Math.max(0, endTime - startTime),
  }));
}

/** @returns [{ file, ms }] from Playwright's specs: all tries of all tests of a file, hooks among them */
export function playwrightTimes(specs) {
  const perFile = new Map();
  for (const { file, tests } of specs) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    perFile.set(file, (perFile.get(file) ?? 0) + ms);
  }
  return [...perFile].map(([file, ms]) => ({ file, ms }));
}

export const slowest = (files) => [...files].sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
