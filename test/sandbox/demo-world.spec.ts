import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestedCode } from '../../contract/money/repayment-codes.js';
import { Bank } from '../../sandbox/bank.js';
import { clabeOf } from '../../sandbox/clabe.js';
import { Debts } from '../../sandbox/debts.js';
import { readSettings } from '../../sandbox/settings.js';
import { CodeLifeService } from '../../server/features/repayment/codes/code-life.service.js';
import { Clock } from '../../server/platform/clock/clock.js';
import { Config } from '../../server/platform/config/config.js';
import { Vault } from '../../server/platform/crypto/vault.js';
import { ask, caseOf, createMoneyDesk, firstCode, type MoneyDesk } from '../features/repayment-codes/desk.js';

interface Started {
  startedAt: string;
  env(): Record<string, string>;
}
const { Stack } = (await import(String(new URL('../../scripts/lib/stack.mjs', import.meta.url)))) as {
  Stack: new (dir: string, options: object, hooks: object) => Started;
};

let desk: MoneyDesk;
beforeAll(async () => {
  desk = await createMoneyDesk();
});
afterAll(() => desk.close());

describe('the world outside of a demo', () => {
  it('has the same time as the product when the clock is shifted, whoever starts first and whenever', () => {
    const stack = new Stack('', { demo: {} }, { steps: {} });
    const shared = { RECOUP_CLOCK_AT: '2026-11-18T17:00:00.000Z', RECOUP_CLOCK_FROM: stack.startedAt };
    const env = { ...process.env, ...shared };
    const earlier = { ...env, RECOUP_CLOCK_FROM: new Date(Date.now() - 60_000).toISOString() };
    for (const shown of [env, earlier]) {
      const world = readSettings(shown).worldNow;
      const product = new Clock(new Config(shown));
      const called = product.now();
      const rang = world();
      const noted = product.now();
      expect(rang.getTime()).toBeGreaterThanOrEqual(called.getTime());
      expect(rang.getTime()).toBeLessThanOrEqual(noted.getTime());
    }
    expect(stack.env()['RECOUP_CLOCK_FROM']).toBe(stack.startedAt);
    expect(new Clock(new Config(earlier)).now().getTime()).toBeGreaterThanOrEqual(
      Date.parse('2026-11-18T17:01:00.000Z'),
    );
  });

  it('pays by a code that the rails never gave out, as those of the seed', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, payChannel: 'SPEI', amount: 30_000 };
    const asked = await ask<RequestedCode>(desk.as.ana, 'repay/repaymentCode/update/new', body);
    const reference = clabeOf(4_711);
    await desk.api.get(CodeLifeService).activate(asked.data.codeId, { reference, barcode: null });
    const bank = new Bank(desk.outside.url, new AbortController().signal);
    await expect(bank.payByReference(reference)).rejects.toThrow('404');
    const debts = new Debts(process.env['DATABASE_URL']!, desk.api.get(Vault));
    await bank.remember(await debts.codes());
    await debts.close();
    expect((await bank.references()).map((one) => one.reference)).toEqual([reference]);
    expect(await bank.payByReference(reference)).toMatchObject({ state: 'accepted', amount: 30_000 });
    expect((await firstCode(desk.as.ana, test)).status).toBe('PAID');
    expect(await bank.references()).toEqual([]);
  });
});
