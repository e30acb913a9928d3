import type { Verdict } from './verdict.js';

const HEAD = [
  'fault',
  '',
  'load',
  'acknowledged',
  'lost',
  'doubled',
  'half done',
  'recovery s',
  'replay diff',
  '',
];

/** One line for each fault, as text. */
export function table(verdicts: readonly Verdict[]): string {
  const rows = [HEAD, ...verdicts.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column]!, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells(verdict: Verdict): string[] {
  const { id, name, load, acknowledged, lost, doubled, half, recovery, differences, failures } = verdict;
  return [
    ...[id, name, load],
    ...[acknowledged, lost, doubled, half].map(String),
    recovery === null ? '-' : recovery.toFixed(1),
    String(differences),
    failures.length === 0 ? 'ok' : 'FAILED',
  ];
}

function pad(cell: string, width: number, column: number): string {
  return column >= 3 && column <= 8 ? cell.padStart(width) : cell.padEnd(width);
}
