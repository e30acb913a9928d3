import { z } from 'zod';

export const MAX_PAGE_SIZE = 200;
/** Pages can be jumped to up to this row; totals beyond it are shown as "10,000+". */
export const COUNT_CAP = 10_000;
export const PAGE_SIZE = {
  table: 20,
  tasks: 15,
  statistics: 25,
  plan: 12,
  payLogs: 50,
  announcements: 10,
} as const;

/** Among which a reader chooses. */
export const PAGE_SIZES = [15, 25, 50, 100, MAX_PAGE_SIZE] as const;

/** `page` from 1 and `size`, clamped to 200, from a query string. */
export function pageQuery(defaultSize: number) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce
      .number()
      .int()
      .min(1)
      .default(defaultSize)
      .transform((size) => Math.min(size, MAX_PAGE_SIZE)),
  };
}

/** `totalCount` is exact up to COUNT_CAP; COUNT_CAP + 1 means "more than that". */
export interface Page<Row> {
  result: Row[];
  totalCount: number;
}

/** `sort`, one of these, and its `order`: the largest first unless asked otherwise. */
export function sortQuery<const Names extends readonly [string, ...string[]]>(names: Names) {
  return { sort: z.enum(names).optional(), order: z.enum(['asc', 'desc']).default('desc') };
}
