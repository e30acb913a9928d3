import { describe, expect, it } from '@jest/globals';
import { RESULT_CODES } from '../../contract/result-codes.js';
import { Refused } from '../../sandbox/office.js';
import { Seats } from '../../sandbox/seats.js';
import { Random } from '../../server/seeds/generators/random.js';

const people = Array.from({ length: 60 }, (_, id) => ({ id, username: `person-${id}` }));
const accounts = new Set(['person-0', 'person-7']);

/** Seats of an office that answers by this; `seen` is who was present in the last round. */
function seatsOf(ask: () => Promise<never>) {
  const round = { seen: [] as number[], entered: [] as string[] };
  const presence = {
    renew: async (id: number) => {
      round.seen.push(id);
      return undefined;
    },
  };
  const seats = new Seats(
    new Random(2026),
    { collectors: async () => people },
    presence,
    accounts,
    async (username) => {
      round.entered.push(username);
      return { get: ask, post: ask };
    },
  );
  const sit = async () => {
    round.seen = [];
    await seats.sit();
    return round.seen.toSorted((a, b) => a - b);
  };
  return { round, sit };
}

describe('simulated seats', () => {
  it('are taken by those on duty, the same each time, and never by whom somebody signs in as', async () => {
    const { sit } = seatsOf(() => Promise.reject(new Refused(RESULT_CODES.conflict, 'not now')));
    const first = await sit();
    expect(first.length).toBeGreaterThan(40);
    expect(first.length).toBeLessThan(58);
    expect(first).not.toContain(0);
    expect(first).not.toContain(7);
    for (let round = 0; round < 30; round++) expect(await sit()).toEqual(first);
  });

  it('are left by a caller whose name somebody else has signed in with', async () => {
    const { sit, round } = seatsOf(() => Promise.reject(new Refused(RESULT_CODES.sessionGone, 'signed out')));
    const first = await sit();
    for (let more = 0; more < 40; more++) await sit();
    const gone = first.filter((id) => !round.seen.includes(id));
    expect(gone.length).toBeGreaterThan(0);
    expect(round.entered).toEqual(expect.arrayContaining(gone.map((id) => `person-${id}`)));
  });
});
