import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ScoreCard } from '../../../contract/team/boards.js';
import type { IndicatorRow } from '../../../contract/team/indicators.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { createStack, type Stack } from '../../support/stack.js';
import { rightsChanged } from '../../support/tree.js';
import { caseOf, createSmsDesk, fieldsOf, requestId, WORKING_HOURS, type SmsDesk } from '../messages/desk.js';

let stack: Stack;
let desk: SmsDesk;

beforeAll(async () => {
  stack = await createStack({ RECOUP_CLOCK_AT: WORKING_HOURS });
});
afterAll(() => stack.close());
beforeEach(async () => {
  desk = await createSmsDesk();
});
afterEach(async () => desk.api.close());

const [PAST, YESTERDAY, TODAY, TOMORROW, LATER, END] = [
  '2026-11-01',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-12-01',
  '2026-12-31',
] as const;
const NONE = { dpd1: null, dpd8: null, dpd16: null, dpd31: null, dpd61: null, dpd91: null };
const form = (more: object = {}) => ({
  ...{
    institutionId: desk.org.institutionId,
    queueId: null,
    method: 'RATE_AMOUNT',
    percent: 12.5,
    amount: null,
  },
  ...{ buckets: NONE, effectiveFrom: TOMORROW, effectiveTo: null },
  ...more,
});
const save = (body: object, client: Client = desk.as.admin) =>
  client.post<{ id: number; overlaps?: object }>('achievementBoard/createOrUpdate', body);
const setStatus = (id: number, enabled: boolean, more: object = {}) =>
  desk.as.admin.post('achievementBoard/setStatus', { id, enabled, ...more });
const info = async (id: number, client: Client = desk.as.admin) =>
  client.get<IndicatorRow>(`achievementBoard/info/${id}`);
const listed = async (query = '', client: Client = desk.as.admin) =>
  (await client.get<Page<IndicatorRow>>(`achievementBoard/list?size=200&${query}`)).data.result;

/** As if it had been saved before: what has begun cannot be made any more. */
async function begun(id: number, from: string, to: string | null = null): Promise<void> {
  await desk.api.rows(sql`
    UPDATE indicator SET effective_from = ${from}, effective_to = ${to} WHERE id = ${id}`);
}

async function dayOf(day: string): Promise<{ target: number; version: number | null }> {
  await desk.api.get(DaysService).open([desk.ana.id], day);
  const [row] = await desk.api.rows<{ target: number; version: number | null }>(sql`
    SELECT target, indicator_version AS version FROM collector_day
    WHERE collector_id = ${desk.ana.id} AND day = ${day}`);
  return row!;
}

describe('windows of a scope', () => {
  it('are planned, in force, past or off, and the list is narrowed by all that it shows', async () => {
    const past = (await save(form({ effectiveFrom: LATER, effectiveTo: END }))).data.id;
    await begun(past, PAST, YESTERDAY);
    const holding = (await save(form({ effectiveFrom: LATER, effectiveTo: END }))).data.id;
    await begun(holding, TODAY, TODAY);
    const planned = (await save(form({ effectiveTo: LATER }))).data.id;
    const off = (await save(form({ queueId: desk.org.queueId, method: 'FIXED_AMOUNT', amount: 500_000 })))
      .data.id;
    await setStatus(off, false);
    const own = `institutionId=${desk.org.institutionId}`;
    const states = (await listed(own)).map(({ id, state }) => [id, state]);
    expect(states).toHaveLength(4);
    for (const [state, id] of [
      ['PAST', past],
      ['IN_FORCE', holding],
      ['PLANNED', planned],
      ['OFF', off],
    ] as const)
      // prettier-ignore
      expect((await listed(`${own}&state=${state}`)).map((row) => row.id)).toEqual([id]);
    expect((await listed(`${own}&method=FIXED_AMOUNT`)).map(({ id }) => id)).toEqual([off]);
    expect(await listed(`queueId=${desk.org.queueId}`)).toMatchObject([{ amount: 500_000, percent: null, queueName: 'Early' }]); // prettier-ignore
  });

  it('never overlap, and the one in the way is named', async () => {
    const first = (await save(form({ effectiveTo: LATER }))).data.id;
    const { code, message, data } = await save(form({ effectiveFrom: LATER }));
    expect([code, fieldsOf(data), data.overlaps]).toEqual([
      '22',
      ['effectiveFrom'],
      { id: first, effectiveFrom: TOMORROW, effectiveTo: LATER },
    ]);
    for (const part of [String(first), TOMORROW, LATER]) expect(message).toContain(part);
    expect((await save(form({ effectiveFrom: '2026-12-02' }))).code).toBe('00');
    const open = await save(form({ effectiveFrom: END }));
    expect([open.code, open.message]).toEqual(['22', expect.stringContaining('from 2026-12-02 on')]);
    expect((await save(form({ queueId: desk.org.queueId }))).code).toBe('00');
    expect((await save(form({ id: first, effectiveTo: '2026-12-02' }))).code).toBe('22');
    expect((await save(form({ id: first, effectiveTo: '2026-11-30' }))).code).toBe('00');
  });

  it('are followed by the next one, which ends the one before in the same save, and both are told', async () => {
    const first = (await save(form({ effectiveTo: LATER }))).data.id;
    await begun(first, PAST);
    const next = await save(form({ effectiveFrom: TOMORROW, percent: 20, follows: first }));
    expect(next.code).toBe('00');
    expect((await info(first)).data).toMatchObject({ effectiveFrom: PAST, effectiveTo: TODAY, version: 2 });
    const emitted = await desk.api.rows<{ name: string; id: number }>(sql`
      SELECT name, subject_id AS id FROM domain_event WHERE name LIKE 'indicator.%' ORDER BY id DESC LIMIT 2`);
    expect(emitted).toEqual([
      { name: 'indicator.created', id: next.data.id },
      { name: 'indicator.changed', id: first },
    ]);
  });

  it('are followed within their scope alone, and do not end where the next one is refused', async () => {
    const first = (await save(form())).data.id;
    await begun(first, PAST);
    expect((await save(form({ queueId: desk.org.queueId, follows: first }))).code).toBe('00');
    for (const refused of [{ effectiveFrom: TODAY, follows: first }, { follows: 999_999 }])
      expect((await save(form(refused))).code).not.toBe('00');
    const theirs = { institutionId: desk.org.otherInstitutionId, follows: first };
    expect((await save(form(theirs), desk.as.otherAdmin)).code).toBe('21');
    expect((await info(first)).data).toMatchObject({ effectiveTo: null, version: 1 });
  });

  it('are made by one of two administrators at once, scopes without a row included', async () => {
    const other = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin'));
    for (const scope of [
      {},
      { queueId: desk.org.queueId },
      { institutionId: null, queueId: desk.org.queueId },
    ]) {
      const raced = [desk.as.admin, other, desk.as.admin, other].map((client, at) =>
        save(form({ ...scope, percent: at + 1, effectiveFrom: ['2026-11-25', LATER][at % 2] }), client),
      );
      expect((await Promise.all(raced)).map(({ code }) => code).sort()).toEqual(['00', '22', '22', '22']);
    }
    const wish = {
      ...form({ effectiveFrom: TOMORROW, effectiveTo: TOMORROW }),
      clientRequestId: requestId(),
    };
    const [one, two] = await Promise.all([save(wish), save(wish)]);
    expect([one.code, one.data]).toEqual(['00', two.data]);
    expect((await save({ ...wish, percent: 1 })).code).toBe('23');
  });
});

describe('a window that has begun', () => {
  it('changes only its end, to today at the earliest, and is over then', async () => {
    const { id } = (await save(form())).data;
    await begun(id, PAST);
    const same = { id, effectiveFrom: PAST };
    expect((await save(form({ ...same, percent: 20 }))).code).toBe('23');
    expect((await save(form({ id, effectiveFrom: TOMORROW }))).code).toBe('23');
    const early = await save(form({ ...same, effectiveTo: YESTERDAY }));
    expect([early.code, fieldsOf(early.data)]).toEqual(['22', ['effectiveTo']]);
    const next = (await save(form({ ...same, effectiveTo: LATER, version: 1 }))).data.id;
    expect(next).toBe(id);
    expect(await save(form({ ...same, version: 1 }))).toMatchObject({ code: '23', data: { inForce: { version: 2, effectiveTo: LATER } } }); // prettier-ignore
    expect((await setStatus(id, false, { version: 2 })).code).toBe('00');
    expect((await info(id)).data).toMatchObject({ state: 'IN_FORCE', effectiveTo: TODAY, version: 3 });
    const emitted = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'indicator.changed' AND subject_id = ${id} ORDER BY id`);
    expect(emitted.map(({ payload }) => (JSON.parse(payload) as { changes: object }).changes)).toEqual([
      { effectiveTo: { before: null, after: LATER } },
      { effectiveTo: { before: LATER, after: TODAY } },
    ]);
    await begun(id, PAST, YESTERDAY);
    expect((await setStatus(id, false)).code).toBe('23');
    expect((await save(form({ ...same, effectiveTo: END }))).code).toBe('23');
  });

  it.each([PAST, YESTERDAY, TODAY])(
    'is not made for %s: a day keeps the target it began with',
    async (day) => {
      const { code, data, message } = await save(form({ effectiveFrom: day }));
      expect([code, fieldsOf(data)]).toEqual(['22', ['effectiveFrom']]);
      expect(message).toContain(TOMORROW);
    },
  );

  it('gives way while it is off, and comes back only where nothing else stands', async () => {
    const { id } = (await save(form())).data;
    await setStatus(id, false);
    const other = (await save(form({ effectiveTo: LATER }))).data.id;
    expect((await setStatus(id, true)).code).toBe('22');
    await setStatus(other, false);
    expect((await setStatus(id, true)).code).toBe('00');
    expect((await info(id)).data.state).toBe('PLANNED');
  });
});

describe("a collector's target", () => {
  it('is that of the day: what is changed today counts from tomorrow on', async () => {
    await caseOf(desk, { periods: [100_000] });
    const { id } = (await save(form())).data;
    await begun(id, PAST);
    const card = async () =>
      (await desk.as.ana.agent.get('/api/achievementBoard/queryAgentAchievement')).body as ScoreCard;
    const { purpose, payableAmount } = await card();
    expect([purpose, payableAmount > 0]).toEqual([payableAmount / 8, true]);
    await setStatus(id, false);
    const next = (await save(form({ method: 'FIXED_AMOUNT', amount: 77_000 }))).data.id;
    expect((await card()).purpose).toBe(purpose);
    expect(await dayOf(TODAY)).toEqual({ target: purpose, version: id });
    expect(await dayOf(TOMORROW)).toEqual({ target: 77_000, version: next });
    await setStatus(next, false);
    expect((await dayOf('2026-11-21')).version).toBeNull();
  });

  it('is that of the most specific scope, by each of the four methods', async () => {
    const { institutionId, queueId } = desk.org;
    const scopes = [
      { institutionId, effectiveFrom: TOMORROW, method: 'FIXED_AMOUNT', amount: 1_000 },
      { institutionId: null, queueId, effectiveFrom: LATER, method: 'RATE_CASES', percent: 50 },
      {
        institutionId,
        queueId,
        effectiveFrom: END,
        method: 'BUCKETED',
        buckets: { ...NONE, dpd1: 10, dpd8: 20.5 },
      },
    ];
    await caseOf(desk, { periods: [100_000] });
    const ids = [];
    for (const scope of scopes) ids.push((await save(form(scope))).data.id);
    expect(await dayOf(TOMORROW)).toEqual({ target: 1_000, version: ids[0] });
    expect(await dayOf(LATER)).toEqual({ target: 1, version: ids[1] });
    const last = await dayOf(END);
    const [day] = await desk.api.rows<{ payable: number }>(sql`
      SELECT payable_amount AS payable FROM collector_day WHERE collector_id = ${desk.ana.id} AND day = ${END}`);
    expect(last).toEqual({ target: Math.round(day!.payable * 0.205), version: ids[2] });
    expect((await info(ids[2]!)).data.buckets).toEqual({ ...NONE, dpd1: 10, dpd8: 20.5 });
  });
});

describe('what is refused', () => {
  it.each([
    [{ percent: 0 }, 'percent'],
    [{ percent: 100.1 }, 'percent'],
    [{ percent: null }, 'percent'],
    [{ method: 'FIXED_AMOUNT' }, 'amount'],
    [{ method: 'BUCKETED' }, 'buckets.dpd1'],
    [{ method: 'GUESSED' }, 'method'],
    [{ effectiveTo: TODAY }, 'effectiveTo'],
    [{ effectiveFrom: '2026-02-30' }, 'effectiveFrom'],
    [{ queueId: 1 }, 'queueId'],
    [{ institutionId: null }, 'institutionId'],
  ])('%j is, at its field', async (wrong, field) => {
    const { code, data } = await save(form(wrong));
    expect([code, fieldsOf(data)]).toEqual(['22', [field]]);
  });

  it('is all that is another institution’s, and every change by who may only read', async () => {
    const { id } = (await save(form())).data;
    const queued = (await save(form({ institutionId: null, queueId: desk.org.queueId }))).data.id;
    const { otherAdmin, leader, supervisor, ana } = desk.as;
    for (const each of [id, queued]) {
      expect((await info(each, otherAdmin)).code).toBe('21');
      expect((await otherAdmin.post('achievementBoard/setStatus', { id: each, enabled: false })).code).toBe(
        '21',
      );
      expect((await listed('', otherAdmin)).map((row) => row.id)).not.toContain(each);
    }
    expect((await save(form({ id, institutionId: desk.org.otherInstitutionId }), otherAdmin)).code).toBe(
      '21',
    );
    expect((await save(form({ effectiveFrom: LATER }), otherAdmin)).code).toBe('21');
    for (const reader of [leader, supervisor]) {
      expect((await listed('', reader)).map((row) => row.id)).toContain(id);
      expect((await info(id, reader)).code).toBe('00');
      expect((await save(form({ effectiveFrom: LATER }), reader)).code).toBe('20');
    }
    expect((await ana.get('achievementBoard/list')).code).toBe('20');
  });

  it('is a target of everybody, unless one administers every institution', async () => {
    const { api, org } = desk;
    await api.rows(sql`UPDATE institution SET path = CONCAT('/', ${org.institutionId}, '/', id, '/') WHERE id <> ${org.institutionId}`); // prettier-ignore
    await rightsChanged(api);
    const { data, code } = await save(form({ institutionId: null }));
    expect(code).toBe('00');
    expect((await info(data.id, desk.as.otherAdmin)).data.institutionName).toBeNull();
    const refused = await desk.as.otherAdmin.post('achievementBoard/setStatus', {
      id: data.id,
      enabled: false,
    });
    expect(refused.code).toBe('22');
    expect((await setStatus(data.id, false)).code).toBe('00');
  });
});
