import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ComplianceDecision,
  ContactPolicy,
  ReceiptRow,
} from '../../../contract/contact/contact-compliance.js';
import {
  DEFAULT_LIMITS,
  type MessageLimits,
  type MessageLimitsAnswer,
} from '../../../contract/contact/messages.js';
import { strictest } from '../../../contract/contact/policy-levels.js';
import type { PolicyAnswer, PolicySaved } from '../../../contract/contact/policy.js';
import type { Page } from '../../../contract/shared/page.js';
import { ContactComplianceService } from '../../../server/features/contact-compliance/decide/contact-compliance.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { nextOpen } from '../../../server/domain/contact-compliance/decide/hours.rules.js';
import { DEFAULT_POLICY, policyOf } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { limitsIn } from '../../../server/domain/messages/message.rules.js';
import { limitsOf, type LimitsRecord } from '../../../server/domain/messages/message.sql.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Random } from '../../../server/seeds/generators/random.js';
import { createCase, type TestCase } from '../../support/cases.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { below } from '../../support/tree.js';
import { createDesk, requestId } from '../cases/desk.js';

const NOON = '2026-11-18T17:00:00Z';
const { desk } = useDesk(createDesk, { clock: NOON });

const policy = (more: Partial<ContactPolicy>): ContactPolicy => ({ ...DEFAULT_POLICY, ...more });
const attempts = (perDay: number): ContactPolicy =>
  policy({ attempts: { ...DEFAULT_POLICY.attempts, perDay } });
const HOURS = ['07:00', '09:00', '12:00', '15:00', '18:00', '20:00', '24:00'];

/** Made by a seed: hours that may not meet, days, limits and relations. */
function drawn(random: Random): ContactPolicy {
  const span = () => {
    const from = random.between(0, HOURS.length - 2);
    return { from: HOURS[from]!, to: HOURS[random.between(from + 1, HOURS.length - 1)]! };
  };
  const some = <One>(all: readonly One[]) => all.filter(() => random.between(0, 2) > 0);
  return {
    legalHours: { known: span(), unknown: span() },
    operatingHours: {
      hours: span(),
      days: some([1, 2, 3, 4, 5, 6, 7]),
      onHolidays: random.between(0, 1) === 1,
      closedDays: some(['2026-11-17', '2026-11-19', '2026-11-20']),
    },
    attempts: {
      perDay: random.between(0, 5),
      perWeek: random.between(0, 9),
      apartMinutes: random.between(0, 300),
    },
    conversations: { perDay: random.between(0, 3) },
    messages: { perDay: random.between(0, 3) },
    relations: some(['R01', 'R02', 'R03', 'R04']),
  };
}

describe('the strictest of several policies', () => {
  it('allows a moment, a number and a relation when each of them does, in any order', () => {
    const random = new Random(11);
    const where = { zone: 'America/Mexico_City', known: true };
    for (let round = 0; round < 300; round++) {
      const all = Array.from({ length: random.between(1, 4) }, () => drawn(random));
      const joined = strictest(all);
      expect(strictest([...all].reverse())).toEqual(joined);
      const at = new Date(Date.parse('2026-11-16T06:00:00Z') + random.between(0, 7 * 1_440) * 60_000);
      const opens = (one: ContactPolicy) =>
        nextOpen(one, where, at, { operating: false })?.getTime() === at.getTime();
      expect({ round, opens: opens(joined) }).toEqual({ round, opens: all.every(opens) });
      expect(joined.attempts.perDay).toBe(Math.min(...all.map((one) => one.attempts.perDay)));
      expect(joined.attempts.apartMinutes).toBe(Math.max(...all.map((one) => one.attempts.apartMinutes)));
      const allowed = joined.relations.every((one) => all.every(({ relations }) => relations.includes(one)));
      expect(allowed).toBe(true);
    }
  });

  it('never opens when the hours of two do not meet, not even for whom a leader lets work longer', () => {
    const early = policy({
      legalHours: { known: { from: '07:00', to: '09:00' }, unknown: { from: '09:00', to: '12:00' } },
    });
    const late = policy({
      legalHours: { known: { from: '18:00', to: '20:00' }, unknown: { from: '12:00', to: '20:00' } },
    });
    for (const known of [true, false])
      expect(
        nextOpen(strictest([early, late]), { zone: 'America/Mexico_City', known }, new Date(NOON), {
          operating: true,
        }),
      ).toBeNull();
  });
});

describe('a policy of the institution above', () => {
  let house: { id: number; path: string };
  let agency: { id: number; path: string };
  let boss: Client;
  let second: Client;

  beforeAll(async () => {
    house = { id: desk.org.institutionId, path: `/${desk.org.institutionId}/` };
    agency = await below(desk.api, house, 'AGENCY');
    boss = await signedIn(
      desk.api,
      await createUser(desk.api, desk.org, 'admin', { institutionId: agency.id }),
    );
  });
  beforeAll(
    async () => void (second = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin'))),
  );
  afterEach(() => desk.api.rows(sql`DELETE FROM guard_policy`));

  /** With the word of a second administrator where it takes one. */
  const save = async (client: Client, version: number, document: ContactPolicy) => {
    const change = { version, policy: document, note: 'Agreed' };
    const { approvalId } = (await client.post<PolicySaved>('guard/policy', change)).data;
    const decision = {
      id: approvalId,
      version: 1,
      approve: true,
      answer: 'Yes',
      clientRequestId: requestId(),
    };
    if (approvalId) expect((await second.post('approval/decide', decision)).code).toBe('00');
  };
  const seen = async () => (await boss.get<PolicyAnswer>('guard/policy')).data;

  it('binds at once whoever has none, and a first one begins with it', async () => {
    await save(desk.as.admin, 0, attempts(2));
    expect(await seen()).toMatchObject({ version: 0, policy: attempts(2), inForce: attempts(2), bound: [] });
  });

  it('holds where it is stricter, says so by its level and version, and gives way where it is not', async () => {
    await save(boss, 0, policy({ attempts: { perDay: 3, perWeek: 4, apartMinutes: 60 } }));
    await save(desk.as.admin, 0, policy({ attempts: { perDay: 1, perWeek: 7, apartMinutes: 120 } }));
    const answer = await seen();
    expect(answer.inForce.attempts).toEqual({ perDay: 1, perWeek: 4, apartMinutes: 120 });
    const by = { institution: 'NORTE', version: 1 };
    expect(answer.bound).toEqual([
      { field: 'attempts.perDay', ...by },
      { field: 'attempts.apartMinutes', ...by },
    ]);
    // The one below may still be stricter, and looser changes nothing.
    await save(boss, 1, policy({ attempts: { perDay: 0, perWeek: 50, apartMinutes: 0 } }));
    expect((await seen()).inForce.attempts).toEqual({ perDay: 0, perWeek: 7, apartMinutes: 120 });
  });

  it('is what a contact below is judged by, and what its receipt names', async () => {
    await save(desk.as.admin, 0, attempts(1));
    await save(boss, 0, attempts(3));
    const one = await createCase(desk.api, desk.org, {});
    await desk.api.rows(sql`UPDATE collection_case SET institution_id = ${agency.id} WHERE id = ${one.id}`);
    const judged = [await call(one), await call(one)];
    expect(judged.map(({ allow }) => allow)).toEqual([true, false]);
    expect(judged[1]!.reasons).toContainEqual({ rule: 'attemptsDay', params: { count: 1, limit: 1 } });
    const { data } = await boss.get<Page<ReceiptRow>>(`guard/receipts/${one.id}`);
    expect(data.result).toMatchObject([
      { policyVersion: 1, policyAbove: 'NORTE 1' },
      { policyVersion: 1, policyAbove: 'NORTE 1' },
    ]);
  });

  async function call({ id: caseId, contactId }: TestCase): Promise<ComplianceDecision> {
    const compliance = desk.api.get(ContactComplianceService);
    const act = {
      receiptId: await desk.api.get(Ids).take(),
      caseId,
      contactId,
      channel: 'CALL',
      actorId: null,
    } as const;
    return desk.api
      .get(UnitOfWork)
      .transact(SYSTEM, async (tx) =>
        compliance.judge(tx, act, await tx.read<object[]>(...compliance.entries(act, tx.now))),
      );
  }

  it('follows an institution that is moved, and is gone with the last version', async () => {
    await save(desk.as.admin, 0, attempts(1));
    const { otherInstitutionId } = desk.org;
    await desk.api.rows(
      sql`UPDATE institution SET path = ${`/${otherInstitutionId}/${agency.id}/`} WHERE id = ${agency.id}`,
    );
    expect((await seen()).inForce).toEqual(DEFAULT_POLICY);
    await desk.api.rows(sql`UPDATE institution SET path = ${agency.path} WHERE id = ${agency.id}`);
    expect((await seen()).inForce).toEqual(attempts(1));
    await desk.api.rows(sql`DELETE FROM guard_policy WHERE institution_id = ${house.id}`);
    expect((await seen()).inForce).toEqual(DEFAULT_POLICY);
  });

  it('is kept by the triggers as it would be worked out, over random trees and versions', async () => {
    const random = new Random(7);
    const tree = [house, agency];
    for (let at = 0; at < 6; at++)
      tree.push(await below(desk.api, tree[random.between(0, tree.length - 1)]!, `T${at}`));
    const newest = new Map<number, { version: number; document: ContactPolicy }>();
    for (let round = 0; round < 40; round++) {
      const { id } = tree[random.between(0, tree.length - 1)]!;
      const version = (newest.get(id)?.version ?? 0) + 1;
      const document = drawn(random);
      newest.set(id, { version, document });
      await desk.api.rows(sql`
        INSERT INTO guard_policy (institution_id, version, document, note, created_by, created_at)
        VALUES (${id}, ${version}, ${JSON.stringify(document)}, '', 1, NOW(3))`);
      const rows = await desk.api.rows<{ institutionId: number; levels: string | null }>(sql`
        SELECT institution_id AS institutionId, levels FROM policy_in_force`);
      for (const one of tree) {
        const chain = one.path.split('/').filter(Boolean).map(Number);
        const levels = chain.flatMap((each) => newest.get(each)?.document ?? []);
        const found = policyOf(rows.find(({ institutionId }) => institutionId === one.id)!);
        expect(found.policy).toEqual(levels.length > 0 ? strictest(levels) : DEFAULT_POLICY);
        expect(found.version).toBe(newest.get(one.id)?.version ?? 0);
        const above = chain.filter((each) => each !== one.id && newest.has(each));
        expect(found.above.map(({ institutionId }) => institutionId)).toEqual(above);
      }
    }
  });

  it('binds limits of messages likewise', async () => {
    const limits = (more: Partial<MessageLimits>) => ({ ...DEFAULT_LIMITS, ...more });
    const set = (client: Client, version: number, more: Partial<MessageLimits>) =>
      client.post<MessageLimitsAnswer>('sms/limit/config/update', { ...limits(more), version });
    await set(boss, 0, { casePerDay: 9, segments: 1 });
    await set(desk.as.admin, 0, { casePerDay: 2, segments: 4 });
    const { data } = await boss.get<MessageLimitsAnswer>('sms/limit/config/read');
    expect(data).toMatchObject({
      casePerDay: 9,
      version: 1,
      inForce: limits({ casePerDay: 2, segments: 1 }),
    });
    expect(data.bound).toEqual([{ field: 'casePerDay', institution: 'NORTE', version: 1 }]);
    // Every command that counts a message reads them this way.
    expect(limitsIn(await desk.api.rows<LimitsRecord>(limitsOf(agency.id)))).toEqual(data.inForce);
  });
});
