import { describe, expect, it } from '@jest/globals';
import type {
  ComplaintCounts,
  ComplaintDetail,
  ComplaintHandler,
  ComplaintMonth,
  ComplaintRow,
} from '../../../contract/supervision/complaints.js';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { Page } from '../../../contract/shared/page.js';
import { CallsService } from '../../../server/features/calls/calls.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk } from '../calls/desk.js';
import { contactOf, openCase, requestId, type DeskPerson } from '../cases/desk.js';

/** A Wednesday, 11:00 in Mexico City. */
const NOON = '2026-11-18T17:00:00Z';
type Saved = { id: number; version: number };

const { desk } = useDesk(createCallDesk, { clock: NOON });

const PDF = Buffer.from('%PDF-1.7\n%minutes of the talk');
const opened = { type: 'CONDUCT', level: 2, content: 'He shouted at my mother' } as const;
const create = (person: DeskPerson, about: object) =>
  desk.as[person].post<Saved>('customer/service/create', {
    ...opened,
    ...about,
    clientRequestId: requestId(),
  });
async function aboutCase(owner: DeskPerson = 'collector') {
  const taskId = await openCase(desk, owner);
  const { data } = await create('supervisor', { taskId });
  return { taskId, id: data.id };
}
const act = (person: DeskPerson, name: string, body: object) =>
  desk.as[person].post<Saved>(`customer/service/${name}`, { clientRequestId: requestId(), ...body });
const detail = async (id: number, person: DeskPerson = 'supervisor') =>
  (await desk.as[person].get<ComplaintDetail>(`customer/service/detail/${id}`)).data;
const listed = async (query = '', person: DeskPerson = 'supervisor') =>
  (await desk.as[person].get<Page<ComplaintRow>>(`customer/service/list?size=200${query}`)).data.result;
const holdOf = async (taskId: number) => {
  const contactId = await contactOf(desk, taskId);
  const asked = await desk.as.collector.post<ComplianceDecision>('contact/check', {
    taskId,
    contactId,
    channel: 'CALL',
  });
  return asked.data.reasons.filter(({ rule }) => rule === 'hold').map(({ params }) => params['kind']);
};
/** Allocated to the leader, and processed. */
async function processed(id: number) {
  await act('supervisor', 'allocate', { id, handlerId: desk.people.leader.id });
  return act('leader', 'process', { id, method: 'APOLOGISED', remarks: 'Called and apologised' });
}

describe('a complaint about a case', () => {
  it('holds every contact with the borrower from its creation, and its completion lifts it', async () => {
    const { taskId, id } = await aboutCase();
    expect(await holdOf(taskId)).toEqual(['COMPLAINT']);
    expect(await detail(id)).toMatchObject({
      ...{
        status: 'PENDING',
        taskId,
        collector: 'collector',
        content: opened.content,
        dueAt: expect.stringMatching(/^2026-11-20T17:0/),
      },
      acts: ['allocate', 'transfer', 'attach', 'classify'],
    });
    expect((await processed(id)).code).toBe('00');
    expect((await act('supervisor', 'done', { id, keepHold: false })).code).toBe('00');
    expect(await holdOf(taskId)).toEqual([]);
    const { status, steps, handler, method } = await detail(id);
    expect([status, handler, method]).toEqual(['COMPLETED', 'leader', 'APOLOGISED']);
    expect(steps.map((step) => step.act)).toEqual(['create', 'allocate', 'process', 'done']);
    expect(steps.map((step) => step.handler)).toEqual([null, 'leader', null, null]);
  });

  it('keeps the hold when its outcome says so; reopened it holds again, with a new deadline', async () => {
    const kept = await aboutCase();
    await processed(kept.id);
    await act('supervisor', 'done', { id: kept.id, keepHold: true });
    expect(await holdOf(kept.taskId)).toEqual(['COMPLAINT']);

    const lifted = await aboutCase();
    await processed(lifted.id);
    await act('supervisor', 'done', { id: lifted.id, keepHold: false });
    expect((await act('supervisor', 'reopen', { id: lifted.id, note: 'He called again' })).code).toBe('00');
    expect(await holdOf(lifted.taskId)).toEqual(['COMPLAINT']);
    expect(await detail(lifted.id)).toMatchObject({ status: 'PENDING', handler: null, completedAt: null });
  });

  it('may be given to who leads or supervises here, each with what is open', async () => {
    const load = async () => {
      const { data } = await desk.as.supervisor.get<ComplaintHandler[]>('customer/service/handlers');
      expect(data.every(({ role }) => role !== 'member')).toBe(true);
      expect(data.map(({ name }) => name)).not.toContain('otherAdmin');
      return data.find(({ name }) => name === 'leader')!;
    };
    const before = await load();
    const { id } = await aboutCase();
    await act('supervisor', 'allocate', { id, handlerId: desk.people.leader.id });
    expect(await load()).toEqual({ ...before, open: before.open + 1 });
    expect((await desk.as.leader.get('customer/service/handlers')).code).toBe('20');
  });

  it('leaves the hold of another complaint in place', async () => {
    const { taskId, id } = await aboutCase();
    await create('supervisor', { taskId });
    await processed(id);
    await act('supervisor', 'done', { id, keepHold: false });
    expect(await holdOf(taskId)).toEqual(['COMPLAINT']);
  });

  it('ends what rings', async () => {
    const taskId = await openCase(desk, 'collector');
    const call = { taskId, contactId: await contactOf(desk, taskId), clientRequestId: requestId() };
    const made = await desk.as.collector.post<{ callId: number }>('softPhone/makeCall', call);
    expect(made.code).toBe('00');
    await create('supervisor', { taskId });
    await desk.api.get(CallsService).cancelUnanswered([taskId], 'HELD');
    const [found] = await desk.api.rows(sql`
      SELECT state, reason FROM phone_call WHERE id = ${made.data.callId}`);
    expect(found).toEqual({ state: 'FAILED', reason: 'HELD' });
  });

  it('is one for one request, also twenty at once', async () => {
    const taskId = await openCase(desk, 'collector');
    const body = { ...opened, taskId, clientRequestId: requestId() };
    const send = () => desk.as.supervisor.post<Saved>('customer/service/create', body);
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.id}`)).size).toBe(1);
    expect((await listed()).filter((row) => row.taskId === taskId)).toHaveLength(1);
  });
});

describe('a complaint by telephone number', () => {
  it('holds the number for every borrower who has it, until it ends', async () => {
    const taskId = await openCase(desk, 'collector', { cells: { phone: '5511112222' } });
    const { code, data } = await create('supervisor', { phone: '+52 55 1111 2222' });
    expect(code).toBe('00');
    expect(await holdOf(taskId)).toEqual(['COMPLAINT']);
    expect(await detail(data.id)).toMatchObject({ taskId: null, loanId: null, phone: '+52 55 •••• 2222' });
    expect((await listed('&phone=55-1111-2222')).map(({ id }) => id)).toEqual([data.id]);
    await processed(data.id);
    await act('supervisor', 'done', { id: data.id, keepHold: false });
    expect(await holdOf(taskId)).toEqual([]);
  });

  it('ends what rings at the number, for whoever has it, and nothing else of theirs', async () => {
    const phone = '5511113333';
    const [first, second] = [
      await openCase(desk, 'collector', { cells: { phone } }),
      await openCase(desk, 'colleague', { cells: { phone } }),
    ];
    const beside = await openCase(desk, 'leader');
    const calls = new Map<number, number>();
    for (const [who, taskId] of [
      ['collector', first],
      ['colleague', second],
      ['leader', beside],
    ] as const) {
      await desk.api.rows(
        sql`UPDATE phone_call SET state = 'ENDED', ended_at = ${new Date()} WHERE is_live = 1`,
      );
      const call = { taskId, contactId: await contactOf(desk, taskId), clientRequestId: requestId() };
      const made = await desk.as[who].post<{ callId: number }>('softPhone/makeCall', call);
      expect(made.code).toBe('00');
      calls.set(taskId, made.data.callId);
    }
    await desk.api.rows(sql`
      UPDATE phone_call SET state = 'REQUESTED', ended_at = NULL WHERE id IN (${calls.get(first)!}, ${calls.get(second)!})`);
    const { data } = await create('supervisor', { phone });
    const emitted = await desk.api.rows<{ caseId: number }>(sql`
      SELECT case_id AS caseId FROM domain_event WHERE name = 'contact.held' AND case_id IN (${first}, ${second}, ${beside})`);
    expect(emitted.map(({ caseId }) => caseId).sort()).toEqual([first, second].sort());
    await desk.api.get(CallsService).cancelUnanswered([first, second, beside], 'HELD');
    const states = await desk.api.rows<{ caseId: number; reason: string | null }>(sql`
      SELECT case_id AS caseId, reason FROM phone_call
      WHERE id IN (${calls.get(first)!}, ${calls.get(second)!}, ${calls.get(beside)!}) ORDER BY id`);
    expect(states.map(({ reason }) => reason)).toEqual(['HELD', 'HELD', null]);
    await processed(data.id);
    await act('supervisor', 'done', { id: data.id, keepHold: false });
  });

  it('needs a number that is one', async () => {
    expect(await create('supervisor', { phone: '12345' })).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'phone' }] },
    });
    expect((await create('supervisor', {})).code).toBe('22');
  });
});

describe('whose complaint it is', () => {
  it('does not exist for members, other teams and other institutions', async () => {
    const { id } = await aboutCase();
    for (const person of ['collector', 'colleague'] as const)
      expect((await desk.as[person].get(`customer/service/detail/${id}`)).code).toBe('20');
    for (const person of ['otherLeader', 'otherAdmin'] as const) {
      expect((await desk.as[person].get(`customer/service/detail/${id}`)).code).toBe('21');
      expect((await listed('', person)).map((row) => row.id)).not.toContain(id);
      expect((await act(person, 'return', { id, note: 'x' })).code).toMatch(/^2[01]$/);
    }
    expect((await create('otherLeader', { taskId: (await aboutCase()).taskId })).code).toBe('21');
    expect((await listed('', 'leader')).map((row) => row.id)).toContain(id);
  });

  it('is not handled by whom it is about, nor completed by its handler', async () => {
    const { id } = await aboutCase();
    await desk.api.rows(sql`UPDATE complaint SET collector_id = ${desk.people.leader.id} WHERE id = ${id}`);
    const refused = await act('supervisor', 'allocate', { id, handlerId: desk.people.leader.id });
    expect(refused).toMatchObject({ code: '23', data: { fields: [{ field: 'handlerId' }] } });
    await act('supervisor', 'allocate', { id, handlerId: desk.people.supervisor.id });
    expect((await act('supervisor', 'process', { id, method: 'EXPLAINED', remarks: 'x' })).code).toBe('00');
    expect((await act('supervisor', 'done', { id, keepHold: false })).code).toBe('20');
    expect((await act('admin', 'done', { id, keepHold: false })).code).toBe('00');
  });

  it('is changed by one of two who saw the same', async () => {
    const { id } = await aboutCase();
    const to = (handler: DeskPerson) => ({ id, version: 1, handlerId: desk.people[handler].id });
    const answers = await Promise.all([
      act('supervisor', 'allocate', to('leader')),
      act('admin', 'allocate', to('supervisor')),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23']);
  });

  it('is allocated with others; what cannot be is named', async () => {
    const [one, other] = [await aboutCase(), await aboutCase()];
    await processed(other.id);
    const body = { ids: [one.id, other.id, 999_999_999], handlerId: desk.people.leader.id };
    const { data } = await desk.as.supervisor.post('customer/service/batchAllocate', body);
    expect(data).toEqual({
      accepted: [one.id],
      rejected: [
        { id: other.id, reason: 'complaint.state' },
        { id: 999_999_999, reason: 'complaint.notFound' },
      ],
    });
  });
});

describe('what comes of it', () => {
  it('a penalty is announced to the institution, once', async () => {
    const { id } = await aboutCase();
    await processed(id);
    const fine = { id, amount: 50_000, reason: 'Threatened a borrower’s mother' };
    expect((await act('supervisor', 'penalty', fine)).code).toBe('00');
    expect((await act('supervisor', 'penalty', fine)).code).toBe('23');
    expect(await detail(id)).toMatchObject({ penaltyAmount: 50_000, finedPerson: 'collector' });
    const body = { page: 1, size: 10, status: '0' };
    const { data } = await desk.as.colleague.post<Page<{ name: string; irregularities: string }>>(
      'msg/queryMsg',
      body,
    );
    expect(data.result[0]).toMatchObject({ name: 'collector', irregularities: fine.reason });
  });

  it('an attachment is what its bytes say, and is handed out for keeping', async () => {
    const { id } = await aboutCase();
    const add = (bytes: Buffer, name: string) =>
      desk.as.supervisor.upload<{ attachmentId: number }>(`customer/service/attachments/${id}`, bytes, name);
    expect((await add(Buffer.from('<script>alert(1)</script>'), 'talk.pdf')).code).toBe('22');
    const { data } = await add(PDF, '../../talk "1".pdf');
    const { headers, body } = await desk.as.admin.agent
      .get(`/api/customer/service/attachment/${data.attachmentId}`)
      .responseType('blob');
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toContain('attachment');
    expect(Buffer.from(body as Buffer).equals(PDF)).toBe(true);
    expect((await detail(id)).attachments).toMatchObject([
      { contentType: 'application/pdf', size: PDF.length },
    ]);
    expect((await desk.as.otherAdmin.get(`customer/service/attachment/${data.attachmentId}`)).code).toBe(
      '21',
    );
  });

  it('is in the counts and in the month’s report, also of months without any', async () => {
    const { data: counts } = await desk.as.supervisor.get<ComplaintCounts>('customer/service/counts');
    const rows = await listed();
    expect(counts.ALL).toBe(rows.length);
    expect(counts.COMPLETED).toBe(rows.filter(({ status }) => status === 'COMPLETED').length);
    const report = 'customer/service/report?from=2026-09&to=2026-11';
    const { data: months } = await desk.as.supervisor.get<ComplaintMonth[]>(report);
    expect(months.map(({ month, opened: count }) => [month, count])).toEqual([
      ['2026-09', 0],
      ['2026-10', 0],
      ['2026-11', rows.length],
    ]);
    expect(months[2]).toMatchObject({ completed: counts.COMPLETED, fined: 1, penalties: 50_000 });
    expect((await desk.as.supervisor.get('customer/service/report?from=2025-01&to=2026-11')).code).toBe('22');
  });
});
