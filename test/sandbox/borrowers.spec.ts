import { describe, expect, it } from '@jest/globals';
import type { Bank, Transfer } from '../../sandbox/bank.js';
import { Borrowers } from '../../sandbox/borrowers.js';
import type { Debt, Debts } from '../../sandbox/debts.js';
import { Random } from '../../server/seeds/generators/random.js';

const DUE = 550_000;

function play(
  seed: number,
  acts: number,
  fresh: (Debt & { promiseId: number })[] = [],
  codes: { reference: string; loanItemExternalId: string; issuedAt: string }[] = [],
  reached = 0,
) {
  const paid: { loan: string; amount: number }[] = [];
  const reversed: string[] = [];
  const debts: Pick<Debts, 'collectors' | 'of' | 'promisedSince' | 'reached'> = {
    reached: async () => reached,
    collectors: async () => [
      { id: 1, username: 'maria.garcia' },
      { id: 2, username: 'luis.cruz' },
    ],
    of: async (collectorId, promised, skip) => [
      { loanItemExternalId: `L-${collectorId}-${skip}`, due: DUE, promised: promised ? 120_000 : null },
    ],
    promisedSince: async (collectorId) => (collectorId === 1 ? fresh : []),
  };
  const accepted = (providerReference: string): Promise<Transfer> =>
    Promise.resolve({ providerReference, amount: 1_000, state: 'accepted', answer: '00' });
  const byCode: string[] = [];
  const bank: Pick<Bank, 'visit' | 'pay' | 'reverse' | 'references' | 'payByReference'> = {
    visit: () => Promise.resolve(),
    references: async () => codes.filter(({ reference }) => !byCode.includes(reference)),
    payByReference: (reference) => accepted(`C-${byCode.push(reference)}`),
    pay: (loan, amount) => accepted(`R-${paid.push({ loan, amount })}`),
    reverse: (reference) => accepted(`V-${reversed.push(reference)}`),
  };
  const options = {
    favouriteUsername: 'maria.garcia',
    since: new Date(0),
    dayShare: () => 0.5,
    callBack: async () => false,
  };
  const borrowers = new Borrowers(new Random(seed), debts as Debts, bank as Bank, options);
  const done = (async () => {
    for (let n = 0; n < acts; n++) await borrowers.act();
    return { paid, reversed, byCode, counters: borrowers.counters };
  })();
  return done;
}

describe('simulated borrowers', () => {
  it('do the same for the same seed', async () => {
    expect(await play(7, 300)).toEqual(await play(7, 300));
    expect(await play(8, 300)).not.toEqual(await play(7, 300));
  });

  it('pay whole centavos, never more than is due, and mostly a part', async () => {
    const { paid, reversed, counters } = await play(1, 1_000);
    expect(paid.every(({ amount }) => Number.isInteger(amount) && amount > 0 && amount <= DUE)).toBe(true);
    const full = paid.filter(({ amount }) => amount === DUE).length;
    expect(full).toBeGreaterThan(20);
    expect(full).toBeLessThan(paid.length / 4);
    expect(reversed.length).toBeGreaterThan(5);
    expect(new Set(reversed).size).toBe(reversed.length);
    expect(counters.payments).toBe(paid.length);
  });

  it('keep the promise that the demo collector has just taken, once', async () => {
    const fresh = [{ promiseId: 5, loanItemExternalId: 'L-fresh', due: DUE, promised: 90_000 }];
    const { paid } = await play(3, 60, fresh);
    expect(paid.filter(({ loan }) => loan === 'L-fresh')).toHaveLength(1);
  });

  it('pay by a code that they were given, after a while, once', async () => {
    const codes = [
      { reference: 'old', loanItemExternalId: 'L-1', issuedAt: new Date(Date.now() - 60_000).toISOString() },
      {
        reference: 'just now',
        loanItemExternalId: 'L-2',
        issuedAt: new Date(Date.now() + 60_000).toISOString(),
      },
    ];
    expect((await play(4, 100, [], codes)).byCode).toEqual(['old']);
  });

  it('keep a collector’s day to its target: little when it is ahead, nothing but a look beyond it', async () => {
    const ahead = await play(5, 300, [], [], 0.8);
    expect(ahead.paid.length).toBeGreaterThan(200);
    expect(ahead.paid.filter(({ amount }) => amount > 4_000)).toEqual([]);
    const codes = [{ reference: 'old', loanItemExternalId: 'L-1', issuedAt: new Date(0).toISOString() }];
    const beyond = await play(5, 300, [], codes, 1.2);
    expect({ paid: beyond.paid, byCode: beyond.byCode }).toEqual({ paid: [], byCode: [] });
    const fresh = [{ promiseId: 5, loanItemExternalId: 'L-fresh', due: DUE, promised: 90_000 }];
    expect((await play(3, 60, fresh, [], 1.2)).paid).toEqual([
      { loan: 'L-fresh', amount: expect.any(Number) },
    ]);
  });
});
