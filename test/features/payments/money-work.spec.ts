import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MoneyWork } from '../../data/money/work.js';
import { WEIGHTS } from '../../data/money/steps.js';
import { createOrg, createUser } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const STEPS = 2_000;
const FIXED = 1_804;
/** `MONEY_SEED=... npm test -- test/features/payments/money-work` does again what failed. */
const fresh = Number(process.env['MONEY_SEED'] ?? randomInt(10_000, 900_000));

let stack: Stack;
let api: Api;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

it.each([
  ['one seed for ever', FIXED],
  ['a new seed', fresh],
])(
  'all money of a loan is accounted for after each step of random work, by %s: %i',
  async (_, seed) => {
    const org = await createOrg(api, String(seed));
    const collectors = [await createUser(api, org, 'member'), await createUser(api, org, 'member')];
    const leader = await createUser(api, org, 'leader');
    const admin = await createUser(api, org, 'admin');
    const work = new MoneyWork(
      {
        get: api.get,
        ...org,
        institutionCode: `NORTE${seed}`,
        queueCode: `Q1${seed}`,
        collectorIds: collectors.map(({ id }) => id),
        leaderId: leader.id,
        adminId: admin.id,
      },
      seed,
    );
    const report = await work.run(STEPS);
    expect(report.failure.join('\n')).toBe('');
    // A test whose every step is refused would show nothing.
    expect(Object.keys(report.done).sort()).toEqual(Object.keys(WEIGHTS).sort());
  },
  600_000,
);
