import { z } from 'zod';
import { BoardQuery } from './boards.js';
import { IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, type Page } from '../shared/page.js';

/** Figures of a board that are made of cases: money that came in, the day's base, those worked on, settled, or promised for. */
export const DAY_FIGURES = ['received', 'bound', 'handled', 'settled', 'promised'] as const;
export type DayFigure = (typeof DAY_FIGURES)[number];

/** `dashboard/cases`: the cases behind a figure of a team's board, narrowed as the board is, or to one seat. The largest first. */
export const BoardCasesQuery = BoardQuery.extend({
  ...pageQuery(PAGE_SIZE.table),
  figure: z.enum(DAY_FIGURES).default('received'),
  collectorId: IdText.optional(),
});
export type BoardCasesQuery = z.infer<typeof BoardCasesQuery>;

/** A case in a collector's day; one that has moved between two of them is in each day that it counted for. */
export interface BoardCaseRow {
  collectorId: number;
  collector: string;
  caseId: number;
  /** Null: of a case that the viewer does not see any more. */
  about: { taskId: number; loanId: string; borrowerName: string } | null;
  /** Centavos that it brought into the day's base; 0 outside of it. */
  payable: number;
  /** Centavos that were credited to the collector on the day, less what was reversed. */
  received: number;
  handled: boolean;
  settled: boolean;
  /** Promises on it that were judged on the day, and those of them that were kept. */
  judged: number;
  kept: number;
}

/** The sums are of all pages: as the board has them. */
export interface BoardCases extends Page<BoardCaseRow> {
  groupId: number;
  groupName: string;
  day: string;
  payable: number;
  received: number;
  judged: number;
  kept: number;
}
