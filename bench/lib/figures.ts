import { loadavg } from 'node:os';

/** One line of the table: a figure of one run with the load under which it was measured. */
export interface Figure {
  what: string;
  load: string;
  /** The machine's load average of the minute, with this run's own processes: how alone the run was. */
  machine: string;
  /** The figure as it is printed, e.g. "0.93 (2,210/s of 2,376/s)". */
  figure: string;
  target: string;
  /** Null when the line only informs. */
  reached: boolean | null;
}

/** Milliseconds of a clock that all processes of this machine share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The smallest value that at least `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

export function atLeast(what: string, load: string, value: number, target: number, beside: string): Figure {
  return holds(what, load, `${value.toFixed(2)} (${beside})`, `>= ${target.toFixed(2)}`, value >= target);
}

export function atMost(what: string, load: string, value: number, target: number, beside: string): Figure {
  return holds(what, load, `${value.toFixed(2)} (${beside})`, `<= ${target.toFixed(2)}`, value <= target);
}

export function within(
  what: string,
  load: string,
  milliseconds: number,
  target: number,
  beside = '',
): Figure {
  const figure = `${ms(milliseconds)}${beside && ` (${beside})`}`;
  return holds(what, load, figure, `<= ${target} ms`, milliseconds <= target);
}

export function holds(
  what: string,
  load: string,
  figure: string,
  target: string,
  reached: boolean | null,
): Figure {
  return { what, load, machine: loadavg()[0]!.toFixed(1), figure, target, reached };
}

export function note(what: string, load: string, figure: string): Figure {
  return holds(what, load, figure, '', null);
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, load, machine, figure, target, reached }) => [
    what,
    load,
    machine,
    figure,
    target,
    reached === null ? '' : reached ? 'reached' : 'not reached',
  ]);
  const head = ['what', 'load', 'machine', 'figure', 'target', ''];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
