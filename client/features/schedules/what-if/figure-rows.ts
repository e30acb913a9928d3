import type { PlanFigures, PlanOutcome } from '../../../../contract/team/what-if';

/** How a figure is read: whether more of it is welcome. */
export interface FigureRow {
  name: keyof PlanFigures & string;
  kind: 'count' | 'part' | 'money';
  better?: 'more' | 'less';
  /** The main ones stand out. */
  main?: boolean;
  /** The figure of the day itself that it is compared with. */
  came?: keyof PlanOutcome & string;
}

export const FIGURE_ROWS: readonly FigureRow[] = [
  { name: 'seats', kind: 'count', came: 'seats' },
  { name: 'recommendedSeats', kind: 'count' },
  { name: 'cases', kind: 'count' },
  { name: 'capacity', kind: 'count', better: 'more' },
  { name: 'given', kind: 'count', better: 'more' },
  { name: 'perCapita', kind: 'part' },
  { name: 'load', kind: 'part', main: true, came: 'load' },
  { name: 'covered', kind: 'count', better: 'more', came: 'covered' },
  { name: 'left', kind: 'count', better: 'less' },
  { name: 'away', kind: 'count', better: 'less' },
  { name: 'unseated', kind: 'count', better: 'less' },
  { name: 'unworked', kind: 'count', better: 'less', main: true, came: 'unworked' },
  { name: 'expectedRecovery', kind: 'money', better: 'more', main: true, came: 'recovered' },
  { name: 'target', kind: 'money' },
];
