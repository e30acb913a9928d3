import { describe, expect, it } from '@jest/globals';
import { Seats } from '../../sandbox/seats.js';
import { Random } from '../../server/seeds/generators/random.js';

describe('simulated seats', () => {
  it('are taken by those on duty, the same each time, and never by whom somebody signs in as', async () => {
    const people = Array.from({ length: 60 }, (_, id) => ({ id, username: `person-${id}` }));
    let seen: number[] = [];
    const presence = {
      renew: async (id: number) => {
        seen.push(id);
        return undefined;
      },
    };
    const accounts = new Set(['person-0', 'person-7']);
    const seats = new Seats(new Random(2026), { collectors: async () => people }, presence, accounts);
    await seats.sit();
    const first = seen;
    expect(first.length).toBeGreaterThan(40);
    expect(first.length).toBeLessThan(58);
    expect(first).not.toEqual(expect.arrayContaining([0]));
    expect(first).not.toEqual(expect.arrayContaining([7]));
    seen = [];
    await seats.sit();
    expect(seen).toEqual(first);
  });
});
