import { beforeAll, describe, expect, it } from '@jest/globals';
import { CALL_GROUPINGS, type CallGroupQuery } from '../../../contract/contact/calls.js';
import { groupedCalls } from '../../../server/domain/calls/call-groups.sql.js';
import { callRanges, type NarrowedCalls } from '../../../server/domain/calls/call-list.sql.js';
import { rangesOf, type Narrowed } from '../../../server/domain/behaviour/behaviour-list.sql.js';
import type { Actor } from '../../../server/platform/auth/actor.js';
import { newestIds, type Ranges } from '../../../server/platform/db/lists/newest-first.js';
import { sql, type Statement } from '../../../server/platform/db/sql.js';
import { numbers } from '../../data/numbers.js';
import { planOf } from '../../support/plan.js';
import { useServer } from '../../support/site.js';
import { asOwner } from '../../support/stack.js';

const { api } = useServer();
beforeAll(async () => {
  const rows: Statement = { text: numbers(1, ROWS), params: [] };
  const at = sql`${from} + INTERVAL MOD(seq * 7919, 90 * 86400) SECOND`;
  await asOwner(sql`
    INSERT INTO behaviour_record (id, user_id, institution_id, group_id, type, source, detail, address, case_id, at)
    SELECT seq, MOD(seq, 40), MOD(seq, 4), MOD(seq, 8), ELT(1 + MOD(seq, 9), 'EXPORT', 'PAGE', 'DIAL'), 'CLIENT', '',
      CONCAT('203.0.113.', MOD(seq, 50)), MOD(seq, 200), ${at} FROM ${rows} s WHERE MOD(seq, 9) < 3`);
  await asOwner(sql`
    INSERT INTO phone_call (id, supplier, extension_number, direction, state, institution_id, group_id, agent_id, case_id, number_hash,
      number_mask, requested_at)
    SELECT seq, 'Telvoz', '8001', 'OUT', 'ENDED', MOD(seq, 4), MOD(seq, 8), MOD(seq, 40), MOD(seq, 200),
      UNHEX(LEFT(SHA2(MOD(seq, 99), 256), 32)), '', ${at} FROM ${rows} s`);
  await asOwner(sql`ANALYZE TABLE behaviour_record, phone_call`);
});

const SUPERVISOR = {
  role: 'supervisor',
  userId: 1,
  groupId: null,
  institutionIds: [1, 2],
} as unknown as Actor;
const LEADER = { role: 'leader', userId: 2, groupId: 3, institutionIds: [1] } as unknown as Actor;
/** On an empty table MySQL reads any index from its beginning. */
const ROWS = 6_000;
const address = '203.0.113.7';
const type = 'EXPORT';

type CallFold = CallGroupQuery['by'];
const DEEP = { at: '2026-01-05T12:00:00.000Z', id: 5_000 };
const NO_DAYS = { from: undefined, to: undefined };
const [from, to] = [new Date('2026-01-01T06:00:00Z'), new Date('2026-02-01T06:00:00Z')];

/** Each range by the index alone, in its order: no step of it is sorted, and none reads the table from its beginning. */
async function expectPlan(ranges: Ranges, index: string): Promise<void> {
  expect(ranges.index).toBe(index);
  for (const part of [{}, { after: DEEP }, { from, to }, { from, to, after: DEEP }]) {
    const steps = await planOf(api, newestIds(ranges, { ...part, page: 1, size: 50 }));
    const reads = steps.filter(({ table }) => table === 'b' || table === 'h');
    expect(reads).toHaveLength(ranges.ranges.length);
    for (const { type: access, key, Extra } of reads) {
      expect({ access, key }).toEqual({ access: expect.stringMatching(/^(range|ref)$/), key: index });
      expect(Extra).not.toContain('filesort');
      expect(Extra).not.toContain('temporary');
    }
  }
}

/** Its ids as those of the list; besides, each call and its case by its id alone. */
async function expectFoldedPlan(actor: Actor, ranges: Ranges, by: CallFold, index: string): Promise<void> {
  for (const days of [NO_DAYS, { from, to }]) {
    const steps = await planOf(api, groupedCalls(actor, ranges, days, { by, page: 1, size: 50 }));
    const reads = steps.filter(({ table, key }) => table === 'h' && key !== 'PRIMARY');
    expect(reads).toHaveLength(ranges.ranges.length);
    for (const { key, Extra } of reads) {
      expect(key).toBe(index);
      expect(Extra).not.toContain('filesort');
    }
    const byId = steps.filter(
      ({ table, key }) => ['h', 'c', 'k', 'u'].includes(table ?? '') && key === 'PRIMARY',
    );
    expect(new Set(byId.map(({ type: access }) => access))).toEqual(new Set(['eq_ref']));
    expect(steps.filter(({ table, type: access }) => access === 'ALL' && !/^</.test(table ?? '<'))).toEqual(
      [],
    );
  }
}

describe('behaviour records are read by an index in its order', () => {
  const institution = 'behaviour_institution';
  const cases: [string, Actor, Narrowed, string][] = [
    ['all', SUPERVISOR, {}, institution],
    ['a kind', SUPERVISOR, { type }, `${institution}_type`],
    ['all but page views', SUPERVISOR, { without: 'PAGE' }, `${institution}_type`],
    ['a leader’s team without page views', LEADER, { without: 'PAGE' }, 'behaviour_group_type'],
    ['a person without page views', SUPERVISOR, { userId: 7, without: 'PAGE' }, 'behaviour_user_type'],
    ['a loan without page views', SUPERVISOR, { caseIds: [8, 9], without: 'PAGE' }, 'behaviour_case'],
    ['an address', SUPERVISOR, { address }, `${institution}_address`],
    ['an address and a kind', SUPERVISOR, { address, type }, `${institution}_address`],
    ['a team', SUPERVISOR, { groupId: 3 }, 'behaviour_group'],
    ['a team and a kind', SUPERVISOR, { groupId: 3, type }, 'behaviour_group_type'],
    ['a team and an address', SUPERVISOR, { groupId: 3, address }, 'behaviour_group_address'],
    ['a team, an address and a kind', SUPERVISOR, { groupId: 3, address, type }, 'behaviour_group_address'],
    ['a person', SUPERVISOR, { userId: 7 }, 'behaviour_user'],
    ['a person and a kind', SUPERVISOR, { userId: 7, type }, 'behaviour_user_type'],
    ['a person and an address', SUPERVISOR, { userId: 7, address }, 'behaviour_user_address'],
    ['a person, an address and a kind', SUPERVISOR, { userId: 7, address, type }, 'behaviour_user_address'],
    ['a person of a team', SUPERVISOR, { userId: 7, groupId: 3 }, 'behaviour_user'],
    ['a loan', SUPERVISOR, { caseIds: [8, 9] }, 'behaviour_case'],
    ['a loan, a person, an address and a kind', SUPERVISOR, { caseIds: [8], userId: 7, address, type }, 'behaviour_case'],
    ['a leader’s team', LEADER, {}, 'behaviour_group'],
    ['a leader’s team and a kind', LEADER, { type }, 'behaviour_group_type'],
    ['a leader’s team and an address', LEADER, { address }, 'behaviour_group_address'],
  ]; // prettier-ignore

  it.each(cases)('of %s', (_, actor, asked, index) => expectPlan(rangesOf(actor, asked), index));
});

describe('call records are read by an index in its order', () => {
  const numbers = [Buffer.alloc(16, 1)];
  const cases: [string, Actor, NarrowedCalls, string][] = [
    ['all', SUPERVISOR, {}, 'phone_call_institution'],
    ['a team', SUPERVISOR, { groupId: 3 }, 'phone_call_group'],
    ['a person', SUPERVISOR, { agentId: 7 }, 'phone_call_agent'],
    ['a person of a team', SUPERVISOR, { agentId: 7, groupId: 3 }, 'phone_call_agent'],
    ['a number', SUPERVISOR, { numbers }, 'phone_call_number'],
    ['a number and a person', SUPERVISOR, { numbers, agentId: 7 }, 'phone_call_number'],
    ['a number and a team', SUPERVISOR, { numbers, groupId: 3 }, 'phone_call_number'],
    ['a number, a person and a team', SUPERVISOR, { numbers, agentId: 7, groupId: 3 }, 'phone_call_number'],
    ['a loan', SUPERVISOR, { caseIds: [8, 9] }, 'phone_call_case'],
    ['a loan and a person', SUPERVISOR, { caseIds: [8], agentId: 7 }, 'phone_call_case'],
    ['a loan and a team', SUPERVISOR, { caseIds: [8], groupId: 3 }, 'phone_call_case'],
    ['a loan and a number', SUPERVISOR, { caseIds: [8], numbers }, 'phone_call_case'],
    ['a loan, a person, a team and a number', SUPERVISOR, { caseIds: [8], agentId: 7, groupId: 3, numbers }, 'phone_call_case'],
    ['now', SUPERVISOR, { live: true }, 'phone_call_live'],
    ['a leader’s team', LEADER, {}, 'phone_call_group'],
    ['a leader’s team and a number', LEADER, { numbers }, 'phone_call_number'],
    ['a leader’s team and a person', LEADER, { agentId: 7 }, 'phone_call_agent'],
  ]; // prettier-ignore

  it.each(cases)('of %s', (_, actor, asked, index) => expectPlan(callRanges(actor, asked), index));

  it.each(cases)('of %s, brought together', async (_, actor, asked, index) => {
    for (const by of CALL_GROUPINGS) await expectFoldedPlan(actor, callRanges(actor, asked), by, index);
  });
});
