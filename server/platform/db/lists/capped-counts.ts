import { LRUCache } from 'lru-cache';
import { COUNT_CAP } from '../../../../contract/shared/page.js';
import type { Statement } from '../sql.js';

const STANDS_MS = 60_000;
const REMEMBERED = 500;

/**
 * A count that reached the cap is taken to exceed it for a while: of the many pages of one list the first alone counts
 * thousands of rows. Lists of so many hardly shrink below it, and say "10,000+" for a minute longer when they do.
 */
export class CappedCounts {
  private readonly beyond = new LRUCache<string, true>({ max: REMEMBERED, ttl: STANDS_MS });

  /** @param of what is counted: the table and its conditions  @param count up to COUNT_CAP + 1 */
  async total(of: string, { text, params }: Statement, count: () => Promise<number>): Promise<number> {
    const key = JSON.stringify([of, text, params]);
    if (this.beyond.get(key)) return COUNT_CAP + 1;
    const total = await count();
    if (total > COUNT_CAP) this.beyond.set(key, true);
    return total;
  }
}
