import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from '../../../contract/shared/page.js';
import { AnomaliesService } from '../../../server/features/monitoring/anomalies/anomalies.service.js';
import { QualityDrawsService } from '../../../server/features/quality/quality-draws.service.js';
import { startOfBusinessDay } from '../../../contract/shared/date.js';
import { DEFAULT_ANOMALY_RULES } from '../../../contract/supervision/anomalies.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Random } from '../../data/money/random.js';
import { createCase, pay } from '../../support/cases.js';
import { createUser } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk, NOON, recordedCall } from '../calls/desk.js';
import { openCase, requestId, type DeskPerson } from '../cases/desk.js';
import { behaviours } from '../monitoring/records.js';
import { done } from './desk.js';

/** Random work moves what the menu counts; each number is its list's own, and the list has as many rows. */
const SEED = 2_026;
const STEPS = 40;
const EVERY = 4;
const SMALL_PAGE = 3;

/** Lists of the menu, by the filter that leaves the work to be done. */
const LISTS = {
  requests: 'request/list?state=OPEN',
  complaints: 'customer/service/list?status=PENDING',
  anomalies: 'user/behavior/anomalies?status=OPEN',
  uncovered: 'allocation/uncovered?',
  privacy: 'privacy/list?status=ASKED',
  approvals: 'approval/list?status=WAITING',
  refunds: 'refund/list?status=OPEN',
  quality: 'quality/samples?status=OPEN',
} as const;
type List = keyof typeof LISTS;
const WATCHERS = ['leader', 'otherLeader', 'supervisor', 'admin', 'otherAdmin'] as const;
/** By kind: whoever sees all that this file opens. */
const MOVED = {
  requests: 'leader',
  complaints: 'supervisor',
  anomalies: 'supervisor',
  approvals: 'admin',
  refunds: 'leader',
  uncovered: 'supervisor',
} as const satisfies Partial<Record<List, DeskPerson>>;
type Moved = keyof typeof MOVED;

const { desk, workers } = useDesk(createCallDesk, { clock: NOON, workers: true });
const random = new Random(SEED);
/** Lists that had rows when they were compared. */
const filled = new Set<List>();

beforeAll(async () => {
  const rules = { ...DEFAULT_ANOMALY_RULES, night: true, nightFrom: 12, nightTo: 13, version: 0 };
  await done(desk.as.admin, 'monitor/rules', rules);
  await samplesOfYesterday();
});

async function samplesOfYesterday(): Promise<void> {
  const at = new Date(startOfBusinessDay('2026-11-17').getTime() + 12 * 3_600_000);
  for (const owner of ['collector', 'colleague', 'stranger'] as const) {
    const callId = await recordedCall(desk, {
      caseId: await openCase(desk, owner),
      ownerId: desk.people[owner].id,
    });
    await desk.api.rows(sql`
      UPDATE phone_call SET requested_at = ${at}, answered_at = ${at}, ended_at = ${new Date(at.getTime() + 60_000)}
      WHERE id = ${callId}`);
  }
  await done(desk.as.supervisor, 'quality/sheets', {
    ...{ institutionId: desk.org.institutionId, name: 'Courtesy', questions: 'Says who calls' },
    ...{ perDay: 5, minSeconds: 20, enabled: true },
  });
  await workers.get(QualityDrawsService, { strict: false }).draw();
}

const countOf = async (list: List, who: DeskPerson) => {
  const { code, data } = await desk.as[who].get<Page<unknown>>(`${LISTS[list]}&page=1&size=1`);
  return code === '00' ? data.totalCount : null;
};

async function idsOf(list: List, who: DeskPerson): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const path = `${LISTS[list]}&page=${page}&size=${SMALL_PAGE}`;
    const { result } = (await desk.as[who].get<Page<{ id: number }>>(path)).data;
    ids.push(...result.map(({ id }) => id));
    if (result.length < SMALL_PAGE) return ids;
  }
}

const first = async (list: List, who: DeskPerson) =>
  (await desk.as[who].get<Page<{ id: number; version: number }>>(`${LISTS[list]}&size=200`)).data.result[0];

const OPENS: Record<Moved, () => Promise<unknown>> = {
  requests: async () =>
    done(desk.as.collector, 'task/record', {
      ...{ taskId: await openCase(desk, 'collector'), callResult: 'NOCLCT', notes: 'No calls' },
    }),
  complaints: async () =>
    done(desk.as.supervisor, 'customer/service/create', {
      ...{ taskId: await openCase(desk, 'collector'), type: 'CONDUCT', level: 2, content: 'He shouted' },
    }),
  anomalies: async () => {
    const person = await createUser(desk.api, desk.org, 'member');
    desk.people.colleague = person;
    await behaviours(desk, [{ who: 'colleague' }]);
    await desk.api.get(AnomaliesService).judge(person.id);
  },
  approvals: async () => {
    const { org, as } = desk;
    // An institution has one of a kind; the next is asked for when it has ended.
    const kind = random.one(['DEVICE_CONTACT', 'DEVICE_KEEP', 'LISTEN_UNSEEN'] as const)!;
    const wish = { kind, institutionId: org.institutionId, reason: 'The lender asks for it' };
    await as.admin.post('approval/request', { ...wish, clientRequestId: requestId() });
  },
  refunds: async () => {
    const { externalId, amount } = await createCase(desk.api, desk.org, {
      ownerId: desk.people.collector.id,
    });
    const providerReference = requestId();
    await pay(desk.api, { loanItemExternalId: externalId, amount: amount + 30_000, providerReference });
  },
  uncovered: () => openCase(desk, 'collector', { status: 'C10' }),
};

const ENDS: Record<Moved, (row: { id: number; version: number }) => Promise<unknown>> = {
  requests: ({ id, version }) =>
    done(desk.as.leader, 'request/decide', {
      requestId: id,
      version,
      grant: random.next() < 0.5,
      reason: 'seen',
    }),
  complaints: ({ id }) =>
    done(desk.as.supervisor, 'customer/service/allocate', { id, handlerId: desk.people.leader.id }),
  anomalies: ({ id, version }) =>
    done(desk.as.supervisor, 'user/behavior/anomaly/handle', {
      id,
      version,
      act: 'acknowledge',
      note: 'Fine',
    }),
  approvals: ({ id, version }) => done(desk.as.admin, 'approval/end', { id, version }),
  refunds: ({ id, version }) =>
    random.next() < 0.5
      ? done(desk.as.leader, 'refund/complete', {
          refundId: id,
          version,
          reference: 'SPEI-7',
          voucher: requestId(),
        })
      : done(desk.as.leader, 'refund/reject', { refundId: id, version, reason: 'It bounced' }),
  uncovered: ({ id }) =>
    desk.api.rows(sql`UPDATE collection_case SET hold_until = '2026-11-30 12:00:00.000' WHERE id = ${id}`),
};

it('counts in the menu what its lists have, whatever is opened and ended', async () => {
  const kinds = Object.keys(MOVED) as Moved[];
  for (let step = 0; step < STEPS; step++) {
    const kind = random.one(kinds)!;
    const who = MOVED[kind];
    const before = (await idsOf(kind, who)).length;
    const row = random.next() < 0.35 ? await first(kind, who) : undefined;
    if (row) await ENDS[kind](row);
    else await OPENS[kind]();
    const after = await idsOf(kind, who);
    const moves = kind === 'approvals' && !row ? [0, 1] : [row ? -1 : 1];
    expect({ step, kind, moved: moves.includes(after.length - before) }).toEqual({ step, kind, moved: true });
    if (row) expect(after).not.toContain(row.id);
    if (step % EVERY === 0) await everywhereEqual();
  }
  await everywhereEqual();
  expect([...filled].sort()).toEqual([...kinds, 'quality'].sort());
});

async function everywhereEqual(): Promise<void> {
  const counted: unknown[] = [];
  const listed: unknown[] = [];
  for (const who of WATCHERS)
    for (const list of Object.keys(LISTS) as List[]) {
      const count = await countOf(list, who);
      if (count === null) continue;
      const ids = await idsOf(list, who);
      counted.push({ who, list, count });
      if (count > 0) filled.add(list);
      listed.push({ who, list, count: new Set(ids).size });
      expect(ids).toHaveLength(new Set(ids).size);
    }
  expect(counted).toEqual(listed);
}
