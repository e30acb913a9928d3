import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { CurrentCalls } from '../../../contract/contact/calls.js';
import { sql } from '../../../server/platform/db/sql.js';
import { connectProvider } from '../../support/connections.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { oneTree } from '../../support/tree.js';
import type { Desk } from '../cases/desk.js';
import { callOf, createCallDesk, hangUpAll, makeCall, newCall, NOON } from './desk.js';

/** A telephone at the exchange. */
export interface Telephone {
  manner: { answersAfterMs: number } | { refuses: number } | { rings: true };
  readonly asked: { to: string; from: string }[];
  readonly isTalking: boolean;
  readonly isRinging: boolean;
  hangUp(): void;
}

/** The one of the desk's collector. */
export const EXTENSION = '8001';

/** Asterisk, or what stands for it, with the collector's telephone and a trunk behind which the borrowers are. */
export interface Exchange {
  url: string;
  account: string;
  password: string;
  collector: Telephone;
  trunk: Telephone;
  /** Somebody outside calls it. */
  callIn(from: string): void;
  /** Asterisk ends as a failing machine would, and begins anew. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface AtExchange {
  desk: Desk;
  exchange: Exchange;
  workers: INestApplicationContext;
  call(phone: string): Promise<number>;
  until(callId: number, state: string): Promise<Awaited<ReturnType<typeof callOf>>>;
}

/** A desk whose telephone is an exchange of Asterisk's interface. */
export function useExchange(start: () => Promise<Exchange>): AtExchange {
  const at = {} as AtExchange;
  const { desk, api, workers } = useDesk(createCallDesk, { clock: NOON, workers: { processors: true } });
  beforeAll(async () => {
    const exchange = await start();
    await oneTree(api, desk.org);
    const admins = [await createUser(api, desk.org, 'admin'), await createUser(api, desk.org, 'admin')];
    const [first, second] = [await signedIn(api, admins[0]!), await signedIn(api, admins[1]!)];
    const wish = {
      ...{ provider: 'telephone', protocol: 'ASTERISK', address: exchange.url, account: exchange.account },
      ...{ secret: exchange.password, sender: 'PJSIP/{digits}@trunk', keepFormer: false, timeoutMs: 3_000 },
      ...{ reason: 'Our exchange', clientRequestId: 'the-exchange-of-a-test' },
    };
    await connectProvider([first, second], wish, api, workers);
    Object.assign(at, { desk, exchange, workers });
  });
  afterAll(() => at.exchange?.close());
  // A failed test must not fail the next one.
  afterEach(() => [at.exchange.collector, at.exchange.trunk].forEach((telephone) => telephone.hangUp()));
  beforeEach(async () => {
    await eventually(() => {
      expect([at.exchange.collector.isTalking, at.exchange.trunk.isTalking]).toEqual([false, false]);
    });
    at.exchange.collector.manner = { answersAfterMs: 50 };
    at.exchange.trunk.manner = { answersAfterMs: 200 };
    await hangUpAll(desk);
  });
  return Object.assign(at, {
    call: (phone: string) => makeCall(desk, 'collector', phone),
    until: (callId: number, state: string) =>
      eventually(async () => {
        const call = await callOf(desk, callId);
        expect(call.state).toBe(state);
        return call;
      }),
  });
}

/** How calls go by Asterisk, whichever it is. */
export function goesByAsterisk(at: AtExchange): void {
  let numbers = 0;
  const phone = () => `+52558${String(++numbers).padStart(7, '0')}`;
  const as = () => at.desk.as.collector;
  const current = async () => (await as().get<CurrentCalls>('softPhone/currentCalls')).data.calls;

  describe('a call out', () => {
    it('rings the collector first, then the borrower, and is recorded once somebody hangs up', async () => {
      const number = phone();
      const callId = await at.call(number);
      expect((await as().get<CurrentCalls>('softPhone/currentCalls')).data.collectorFirst).toBe(true);
      await at.until(callId, 'ANSWERED');
      const { collector, trunk } = at.exchange;
      await eventually(() => expect([collector.isTalking, trunk.isTalking]).toEqual([true, true]));
      expect(trunk.asked.at(-1)!.to).toBe(number.slice(1));
      // The collector's telephone shows the call, and not whom it is with.
      expect(collector.asked.at(-1)!.from).toBe(`call-${callId}`);
      trunk.hangUp();
      expect(await at.until(callId, 'ENDED')).toMatchObject({ reason: 'HUNG_UP', hungUpBy: 'CUSTOMER' });
      await eventually(() => expect(collector.isTalking).toBe(false));
      await eventually(async () => expect((await callOf(at.desk, callId)).recording).not.toBeNull());
    });

    it('is ended by the collector’s click, at both telephones', async () => {
      const callId = await at.call(phone());
      await at.until(callId, 'ANSWERED');
      expect((await as().post('softPhone/hangUp', { callId })).code).toBe('00');
      expect(await at.until(callId, 'ENDED')).toMatchObject({ reason: 'HUNG_UP', hungUpBy: 'AGENT' });
      await eventually(() => expect(at.exchange.trunk.isTalking).toBe(false));
      expect(at.exchange.collector.isTalking).toBe(false);
    });

    it.each([
      [486, 'ENDED', 'BUSY'],
      [404, 'FAILED', 'EMPTY_NUMBER'],
      [480, 'ENDED', 'NO_ANSWER'],
      [503, 'FAILED', 'DOWNTIME'],
    ])('that the other side refuses with %d is %s: %s', async (refuses, state, reason) => {
      at.exchange.trunk.manner = { refuses };
      const callId = await at.call(phone());
      expect(await at.until(callId, state)).toMatchObject({ reason, answeredAt: null });
      await eventually(() => expect(at.exchange.collector.isTalking).toBe(false));
      // The collector's telephone ends after it, and says nothing new.
      expect(await callOf(at.desk, callId)).toMatchObject({ state, reason });
    });

    it('is not dialled when the collector’s telephone is not picked up', async () => {
      at.exchange.collector.manner = { refuses: 486 };
      const before = at.exchange.trunk.asked.length;
      const callId = await at.call(phone());
      expect(await at.until(callId, 'FAILED')).toMatchObject({ reason: 'NO_COLLECTOR', hungUpBy: 'AGENT' });
      expect(at.exchange.trunk.asked.length).toBe(before);
    });

    it('that became forbidden before the collector picked up, is not dialled', async () => {
      at.exchange.collector.manner = { answersAfterMs: 400 };
      const before = at.exchange.trunk.asked.length;
      const callId = await at.call(phone());
      await eventually(() => expect(at.exchange.collector.isRinging).toBe(true));
      // Written past the product, which would end the call as soon as the hold is placed.
      await at.desk.api.rows(sql`
        INSERT INTO contact_hold (borrower_id, kind, placed_at)
        SELECT c.borrower_id, 'LEGAL', ${new Date(NOON)} FROM phone_call p JOIN collection_case c ON c.id = p.case_id
        WHERE p.id = ${callId}`);
      expect(await at.until(callId, 'FAILED')).toMatchObject({ reason: 'HELD', hungUpBy: 'SYSTEM' });
      await eventually(() =>
        expect(at.exchange.collector.isRinging || at.exchange.collector.isTalking).toBe(false),
      );
      expect(at.exchange.trunk.asked.length).toBe(before);
    });

    it('that the collector gives up while it rings, rings no more', async () => {
      at.exchange.trunk.manner = { rings: true };
      const callId = await at.call(phone());
      await at.until(callId, 'RINGING');
      await as().post('softPhone/hangUp', { callId });
      expect(await at.until(callId, 'ENDED')).toMatchObject({ reason: 'HUNG_UP', hungUpBy: 'AGENT' });
      await eventually(() => expect(at.exchange.trunk.isRinging).toBe(false));
    });
  });

  describe('a call in', () => {
    const rings = () =>
      eventually(async () => {
        const [call] = await current();
        expect(call).toMatchObject({ state: 'RINGING', direction: 'IN' });
        return call!;
      });

    it('names its case, and speaks once the collector takes it', async () => {
      const number = phone();
      const { taskId } = await newCall(at.desk, 'collector', number);
      at.exchange.callIn(number);
      const { callId, taskId: known } = await rings();
      expect(known).toBe(taskId);
      expect((await as().post('softPhone/answer', { callId })).code).toBe('00');
      await at.until(callId, 'ANSWERED');
      await eventually(() => expect(at.exchange.collector.isTalking).toBe(true));
      at.exchange.trunk.hangUp();
      expect(await at.until(callId, 'ENDED')).toMatchObject({ reason: 'HUNG_UP', hungUpBy: 'CUSTOMER' });
      await eventually(async () => expect((await callOf(at.desk, callId)).recording).not.toBeNull());
    });

    it('that the collector refuses is turned away', async () => {
      at.exchange.callIn(phone());
      const { callId } = await rings();
      await as().post('softPhone/hangUp', { callId });
      expect(await at.until(callId, 'ENDED')).toMatchObject({ reason: 'REJECTED', hungUpBy: 'AGENT' });
      await eventually(() => expect(at.exchange.trunk.isRinging).toBe(false));
    });

    it('is missed when the caller gives up', async () => {
      at.exchange.callIn(phone());
      const { callId } = await rings();
      at.exchange.trunk.hangUp();
      expect(await at.until(callId, 'ENDED')).toMatchObject({ hungUpBy: 'CUSTOMER' });
    });
  });

  it('ends within ten seconds what ended unheard', async () => {
    const callId = await at.call(phone());
    await at.until(callId, 'ANSWERED');
    await at.exchange.restart();
    expect(await eventually(() => at.until(callId, 'ENDED'), 12_000)).toMatchObject({ reason: 'OTHER' });
  });
}
