import type { Database } from '../../platform/db/database.js';
import type { Statement } from '../../platform/db/sql.js';

/** Cases that one run looks at. */
export const ENDED_CASES_PART = 500;

interface WaitedFor {
  caseId: number;
  isOpen: number;
}

/**
 * Finds what still waits on ended cases because the job that their end caused was lost. Each run looks at
 * one part, goes on where the last run stopped, and starts over at the end: its cost does not grow with what waits.
 */
export class EndedCases {
  private after = 0;

  /** @param part the next `ENDED_CASES_PART` cases above an id that something waits on, in order of id */
  constructor(
    private readonly database: Database,
    private readonly part: (after: number) => Statement,
  ) {}

  /** @returns the ended ones of the next part. */
  async next(): Promise<number[]> {
    const cases = await this.database.rows<WaitedFor>(this.part(this.after));
    this.after = cases.length < ENDED_CASES_PART ? 0 : cases.at(-1)!.caseId;
    return cases.filter(({ isOpen }) => isOpen === 0).map(({ caseId }) => caseId);
  }
}
