import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseInfo } from '../../../contract/cases/cases.js';
import type { Timeline, TimelineEntry } from '../../../contract/cases/timeline.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay } from '../../support/cases.js';
import { TestSocket } from '../../support/sockets.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, requestId } from '../cases/desk.js';
import { loanRow } from '../imports/portfolio.js';

let caseId: number;
/** The row as it was after each step of the story, and when. */
const story: { step: string; at: Date; row: object }[] = [];

const { desk } = useDesk(createDesk, { workers: true });
beforeAll(async () => {
  await live();
});

async function step(name: string, act: () => Promise<unknown>): Promise<void> {
  await act();
  const [row] = await desk.api.rows<{ at: Date }>(sql`
    SELECT c.status, c.owner_id AS ownerId, c.amount_due AS amountDue, c.promise_id AS promiseId,
      c.promise_amount AS amount, c.promise_due AS dueDate,
      (SELECT MAX(e.recorded_at) FROM domain_event e WHERE e.case_id = c.id) AS at
    FROM collection_case c WHERE c.id = ${caseId}`);
  const { at, ...state } = row!;
  story.push({ step: name, at, row: state });
}

const ok = async (answer: Promise<{ code: string; message: string }>) => {
  const { code, message } = await answer;
  expect([code, message]).toEqual(['00', expect.any(String)]);
};

/** All that may befall a case, by the product's own doors. */
async function live(): Promise<void> {
  const row = loanRow(77_001);
  const loanItemExternalId = row.cells['loanItemExternalId'];
  await desk.api.get(ImportsService).importRows([row]);
  const [found] = await desk.api.rows<{ id: number }>(sql`
    SELECT id FROM collection_case WHERE loan_no = ${loanItemExternalId}`);
  caseId = found!.id;
  const { collector, colleague, leader, admin } = desk.as;
  const contactId = await contactOf(desk, caseId);
  const bind = (agentId: number) =>
    leader.post('management/task/batchBindAgent', { taskIds: [caseId], agentId });
  const record = (who: typeof collector, more: object) =>
    who.post('task/record', {
      taskId: caseId,
      contactId,
      callStatus: 'CONNECTED',
      clientRequestId: requestId(),
      ...more,
    });
  const promise = (who: typeof collector, promiseAmount: number, inDays: number) =>
    record(who, { callResult: 'PTP', promiseAmount, promiseDate: addDays(businessDay(new Date()), inDays) });
  const money = (providerReference: string, more: object) => pay(desk.api, { providerReference, ...more });
  await step('opened', async () => undefined);
  await step('bound', () => ok(bind(desk.people.collector.id)));
  await step('unreached', () => ok(record(collector, { callStatus: 'NO_ANSWER' })));
  await step('promised', () => ok(promise(collector, 30_000, 1)));
  await step('promised anew', () => ok(promise(collector, 40_000, 2)));
  await step('looked at', () =>
    ok(collector.post('task/getRealPhone', { taskId: caseId, contactId, purpose: 'CALL' })),
  );
  await step('kept', () => ok(money('STORY-1', { loanItemExternalId, amount: 40_000 })));
  await step('reversed', () =>
    ok(
      money('STORY-2', {
        type: 'REVERSAL',
        originalReference: 'STORY-1',
        amount: 40_000,
        channel: undefined,
      }),
    ),
  );
  await step('released', () => ok(leader.post('management/task/unbindAgent', { taskIds: [caseId] })));
  await step('bound to another', () => ok(bind(desk.people.colleague.id)));
  await step('promised by another', () => ok(promise(colleague, 20_000, 1)));
  await step('withdrawn', () =>
    ok(leader.post(`management/task/withdraw/${caseId}`, { reason: 'COMPLAINT' })),
  );
  await step('reinstated', () =>
    ok(admin.post(`management/task/reinstate/${caseId}`, { reason: 'RESOLVED' })),
  );
  await step('bound again', () => ok(bind(desk.people.collector.id)));
  await step('overpaid', () => ok(money('STORY-3', { loanItemExternalId, amount: 900_000 })));
}

const timeline = async (query = '') =>
  (await desk.as.leader.get<Timeline>(`task/timeline/${caseId}${query}`)).data;
const asOf = (at: Date) => `asOf=${encodeURIComponent(at.toISOString())}`;

describe('a case as of a moment', () => {
  it('is what its row was then, at every step of its story', async () => {
    expect(story.map(({ row }) => (row as { status: string }).status)).toEqual([
      'C00', 'C01', 'C10', 'C20', 'C20', 'C20', 'C10', 'C20', 'C20', 'C20', 'C20', 'C40', 'C00', 'C01', 'C50',
    ]); // prettier-ignore
    for (const { step: name, at, row } of story) {
      const { state } = await timeline(`?${asOf(at)}`);
      const { status, ownerId, amountDue, promise } = state!;
      const rebuilt = {
        status,
        ownerId,
        amountDue,
        promiseId: promise?.id ?? null,
        amount: promise?.amount ?? null,
        dueDate: promise?.dueDate ?? null,
      };
      expect({ [name]: rebuilt }).toEqual({ [name]: row });
    }
  });

  it('names its owner, shows nothing that came later, and is nothing before it opened', async () => {
    const bound = story.find(({ step: name }) => name === 'bound')!;
    const then = await timeline(`?${asOf(bound.at)}`);
    expect(then.state).toMatchObject({ ownerName: 'collector' });
    expect(then.result.map(({ name }) => name)).toEqual(['case.assigned', 'case.opened']);
    const before = await timeline(`?${asOf(new Date(story[0]!.at.getTime() - 1))}`);
    expect(before).toEqual({ result: [], next: null, state: null });
    expect((await timeline()).state).toBeNull();
  });
});

describe('a timeline', () => {
  it('is walked from the newest event to the first, each once', async () => {
    const seen: TimelineEntry[] = [];
    let query = '?size=4';
    for (;;) {
      const { result, next } = await timeline(query);
      expect(result.length).toBeLessThanOrEqual(4);
      seen.push(...result);
      if (next === null) break;
      query = `?size=4&before=${next}`;
    }
    const all = await desk.api.rows<{ id: number }>(sql`
      SELECT id FROM domain_event WHERE case_id = ${caseId} ORDER BY id DESC`);
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(18);
    expect(seen.at(-1)).toMatchObject({ name: 'case.opened', kind: 'case', actor: null });
  });

  it('says who, what, and the status before and after', async () => {
    const { result } = await timeline('?size=200');
    const of = (name: string) => result.filter((entry) => entry.name === name).at(-1);
    expect(of('case.assigned')).toMatchObject({
      actor: 'leader',
      people: { to: 'collector' },
      before: 'C00',
      after: 'C01',
    });
    expect(of('action.recorded')).toMatchObject({
      actor: 'collector',
      facts: { callStatus: 'NO_ANSWER', result: 'RETRY', channel: 'CALL', relation: 'R01' },
    });
    expect(of('phone.revealed')).toMatchObject({ facts: { purpose: 'CALL', relation: 'R01' } });
    const [payment] = result.filter(({ name }) => name === 'payment.posted');
    expect(payment).toMatchObject({ actor: null, after: 'C50', people: { creditedTo: 'collector' } });
    expect(JSON.stringify(result)).not.toMatch(/Seedname|555\d{6}|notes/);
  });

  it.each([
    ['promise', ['promise.created', 'promise.reopened', 'promise.rescheduled', 'promise.settled']],
    ['money', ['payment.posted', 'payment.reversed', 'refund.opened']],
    ['access', ['phone.revealed']],
  ])('shows only %s when asked to', async (kind, names) => {
    const { result } = await timeline(`?kind=${kind}&size=200`);
    expect([...new Set(result.map(({ name }) => name))].sort()).toEqual(names);
    const walked = await timeline(`?kind=${kind}&size=1&before=${result[0]!.id}`);
    expect(walked.result[0]?.id).toBe(result[1]?.id);
  });

  it('tells who has the case open that it has grown', async () => {
    const socket = await TestSocket.open(desk.as.leader);
    expect(await socket.watch({ topic: 'case', caseId })).toMatchObject({ ok: true });
    const fresh = (await desk.as.leader.get<CaseInfo>(`task/info/${caseId}`)).data;
    await ok(desk.as.leader.post('task/ktp', { taskId: caseId, comment: 'Vencida' }));
    const frame = await socket.next('case.changed', ({ data }) => data.cause === 'picture.commented');
    expect(frame.data).toMatchObject({ caseId, row: { version: fresh.version } });
    await socket.next('tags.changed', ({ data }) => data.tags.some(({ type }) => type === 'Pictures'));
    socket.close();
  });
});
