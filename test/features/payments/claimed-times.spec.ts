import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClaimedTimeRow } from '../../../contract/money/payments.js';
import type { Page } from '../../../contract/shared/page.js';
import { valueTimeOf } from '../../../server/domain/payments/payment.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay, type TestCase } from '../../support/cases.js';
import { createOrg, createUser, signedIn, type Org } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

describe('the moment from which money counts', () => {
  const now = new Date('2026-11-20T18:00:00Z');
  const disbursedAt = new Date('2026-11-01T18:00:00Z');
  const of = (claimed: string) => valueTimeOf(new Date(claimed), disbursedAt, now);

  it.each([
    ['2026-11-19T00:00:00Z', '2026-11-19T00:00:00.000Z', null],
    // Earlier on the very day: few lenders write the hour of a disbursement.
    ['2026-11-01T06:00:00Z', '2026-11-01T06:00:00.000Z', null],
    ['2026-11-20T18:05:00Z', now.toISOString(), null],
    ['2026-11-20T18:05:01Z', now.toISOString(), 'AHEAD'],
    ['2026-11-01T05:59:59Z', now.toISOString(), 'BEFORE_LOAN'],
  ])('claimed as %s is %s (%s)', (claimed, valueAt, error) => {
    const found = of(claimed);
    expect([found.valueAt.toISOString(), found.error]).toEqual([valueAt, error]);
  });
});

describe('a provider’s impossible time of payment', () => {
  let stack: Stack;
  let api: Api;
  let org: Org;
  let count = 0;

  beforeAll(async () => {
    stack = await createStack();
    api = await startApi();
    org = await createOrg(api);
  });
  afterAll(async () => {
    await api.close();
    await stack.close();
  });

  const paid = async (test: TestCase, paidAt: string, more: object = {}) => {
    const providerReference = `CLAIM-${++count}`;
    const message = {
      loanItemExternalId: test.externalId,
      amount: 1_000,
      providerReference,
      paidAt,
      ...more,
    };
    expect(await pay(api, message)).toMatchObject({ status: 200, code: '00' });
    const [row] = await api.rows<{ valueAt: Date; postedAt: Date }>(sql`
      SELECT value_at AS valueAt, posted_at AS postedAt FROM payment WHERE provider_reference = ${providerReference}`);
    return { providerReference, ...row! };
  };

  it('is kept and listed to administrators, and the money counts from its receipt', async () => {
    const test = await createCase(api, org, { ownerId: null });
    await paid(test, new Date(Date.now() - 60_000).toISOString());
    const soon = await paid(test, new Date(Date.now() + 240_000).toISOString());
    expect(soon.valueAt).toEqual(soon.postedAt);
    const late = await paid(test, '2127-01-01T12:00:00Z');
    const early = await paid(test, '1990-01-01T12:00:00Z');
    const back = await paid(test, '2127-01-02T12:00:00Z', {
      type: 'REVERSAL',
      originalReference: early.providerReference,
    });
    for (const { valueAt, postedAt } of [late, early, back]) expect(valueAt).toEqual(postedAt);
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    const { data } = await admin.get<Page<ClaimedTimeRow>>('payment/claimedTimes');
    const row = { loanId: test.externalId, amount: 1_000 };
    expect(data).toEqual({
      totalCount: 3,
      result: [
        expect.objectContaining({ ...row, providerReference: back.providerReference, type: 'REVERSAL', reason: 'AHEAD' }),
        expect.objectContaining({ ...row, claimedAt: '1990-01-01T12:00:00.000Z', reason: 'BEFORE_LOAN', countedAt: early.valueAt.toISOString() }),
        expect.objectContaining({ ...row, claimedAt: '2127-01-01T12:00:00.000Z', reason: 'AHEAD' }),
      ],
    }); // prettier-ignore
    const elsewhere = await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId });
    const nothing = await (await signedIn(api, elsewhere)).get('payment/claimedTimes');
    expect(nothing).toMatchObject({ code: '00', data: { result: [], totalCount: 0 } });
    for (const role of ['member', 'leader', 'supervisor'] as const) {
      const person = await signedIn(api, await createUser(api, org, role));
      expect((await person.get('payment/claimedTimes')).code).toBe('20');
    }
  });
});
