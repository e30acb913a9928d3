import { describe, expect, it } from '@jest/globals';
import type { MessageRow, Residue, TemplateRow } from '../../../contract/contact/messages.js';
import type { Page } from '../../../contract/shared/page.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import {
  caseOf,
  createSmsDesk,
  fieldsOf,
  setLimits,
  eventsOf,
  requestId,
  send,
  used,
  WORKING_HOURS,
} from './desk.js';

const { desk } = useDesk(createSmsDesk, { clock: WORKING_HOURS });

describe('a message', () => {
  it('is taken on at once, with its slots, its case, its event and nothing plain of a person', async () => {
    const test = await caseOf(desk);
    const answer = await send(desk, test);
    expect(answer).toMatchObject({
      status: 200,
      code: '00',
      data: {
        status: 'QUEUED',
        channel: 'SMS',
        text: 'Hola Jose, debe $1,000.00 de Credi.',
        sender: 'Ana Ruiz',
        attempts: 0,
      },
    });
    expect(answer.data.phone).toMatch(/^\+52 55 •••• \d{4}$/);
    expect(await used(desk, 'CASE', test.id)).toBe(1);
    expect(await eventsOf(desk, test.id)).toEqual(['message.queued']);
    const [row] = await desk.api.rows<{ status: string }>(sql`
      SELECT status FROM collection_case WHERE id = ${test.id}`);
    expect(row).toEqual({ status: 'C10' });
    const [day] = await desk.api.rows<{ acted: number }>(sql`
      SELECT acted FROM collector_day_case WHERE case_id = ${test.id} AND collector_id = ${desk.ana.id}`);
    expect(day).toEqual({ acted: 1 });
  });

  it('is one message and one answer for one request id, also at once', async () => {
    const test = await caseOf(desk);
    const clientRequestId = requestId();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(desk, test, { clientRequestId })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['00']));
    for (const { data } of answers) expect(data).toEqual(answers[0]!.data);
    expect(await used(desk, 'CASE', test.id)).toBe(1);
    expect(await eventsOf(desk, test.id)).toEqual(['message.queued']);
  });

  it('is not answered by what another command did under the same request id', async () => {
    const test = await caseOf(desk);
    const clientRequestId = requestId();
    const record = { taskId: test.id, callStatus: 'NO_ANSWER', callResult: 'RETRY', clientRequestId };
    expect((await desk.as.ana.post('task/record', record)).code).toBe('00');
    const { code, data } = await send(desk, test, { clientRequestId });
    expect([code, data.taskId, data.status]).toEqual(['00', test.id, 'QUEUED']);
    expect(await used(desk, 'CASE', test.id)).toBe(1);
    expect((await send(desk, test, { clientRequestId })).data.id).toBe(data.id);
  });

  it('names the field that is missing or wrong', async () => {
    const test = await caseOf(desk);
    const asking = { templateId: desk.templates.asking };
    const missing = await send(desk, test, asking);
    expect([missing.code, missing.message, fieldsOf(missing.data)]).toEqual([
      '22',
      'place is missing',
      ['params.place'],
    ]);
    expect(await send(desk, test, { ...asking, params: { place: 'OXXO' } })).toMatchObject({ code: '00' });
    const long = await send(desk, test, { templateId: desk.templates.long });
    expect([long.code, fieldsOf(long.data)]).toEqual(['22', ['params']]);
    expect(long.message).toBe('number of words exceeded: 205 of 160 characters');
    const accented = await send(desk, test, { templateId: desk.templates.accented });
    expect(accented.message).toBe('number of words exceeded: 84 of 70 characters');
    const mismatch = await send(desk, test, { channel: 'WABA' });
    expect([mismatch.code, fieldsOf(mismatch.data)]).toEqual(['22', ['channel']]);
    for (const [field, value] of [
      ['channel', 'FAX'],
      ['taskId', 'x'],
      ['clientRequestId', 'short'],
      ['contactId', 0],
    ] as const) {
      const answer = await send(desk, test, { [field]: value });
      expect([answer.code, fieldsOf(answer.data)]).toEqual(['22', [field]]);
    }
    const param = await send(desk, test, { ...asking, params: { place: 'x'.repeat(201) } });
    expect([param.code, fieldsOf(param.data)]).toEqual(['22', ['params.place']]);
  });

  it('is refused for the case, contact and template of others, and for a role without the permission', async () => {
    const test = await caseOf(desk);
    const other = await caseOf(desk);
    const foreign = await send(desk, test, {}, desk.as.luis);
    const nowhere = await send(desk, { id: 999_999_999, contactId: test.contactId }, {}, desk.as.luis);
    expect({ ...foreign, requestId: '' }).toEqual({ ...nowhere, requestId: '' });
    expect(foreign.code).toBe('21');
    expect(await send(desk, { id: test.id, contactId: other.contactId })).toMatchObject({ code: '21' });
    expect(await send(desk, test, { templateId: 999_999_999 })).toMatchObject({ code: '21' });
    expect(await send(desk, test, {}, desk.as.supervisor)).toMatchObject({ code: '20' });
    expect(await send(desk, test, {}, desk.as.otherAdmin)).toMatchObject({ code: '21' });
    expect(await used(desk, 'CASE', test.id)).toBe(0);
  });

  it('is refused by a channel that was not granted, and on a closed or unowned case', async () => {
    const test = await caseOf(desk);
    const ungranted = await send(desk, test, { channel: 'IVR' });
    expect(ungranted).toMatchObject({ code: '20', message: 'You may not send by IVR' });
    expect(await send(desk, await caseOf(desk, { status: 'C31' }))).toMatchObject({ code: '23' });
    const unowned = await caseOf(desk, { ownerId: null });
    expect(await send(desk, unowned, {}, desk.as.leader)).toMatchObject({ code: '23' });
  });

  it('that the guard refuses leaves its receipt and takes no slot', async () => {
    const test = await caseOf(desk);
    await desk.api.rows(sql`UPDATE contact SET blocked = 'OPT_OUT' WHERE id = ${test.contactId}`);
    const refused = await send(desk, test);
    expect(refused).toMatchObject({
      code: '30',
      data: { decision: { allow: false, reasons: [{ rule: 'optOut' }] } },
    });
    expect(await used(desk, 'CASE', test.id)).toBe(0);
    expect(await eventsOf(desk, test.id)).toEqual([]);
    const [receipts] = await desk.api.rows<{ n: number }>(sql`
      SELECT COUNT(*) AS n FROM contact_receipt WHERE case_id = ${test.id} AND allowed = 0`);
    expect(receipts).toEqual({ n: 1 });
  });

  it('is refused over the borrower’s cap by the guard and over the case’s limit by the limit', async () => {
    const test = await caseOf(desk);
    await send(desk, test);
    await send(desk, test);
    expect(await send(desk, test)).toMatchObject({
      code: '30',
      data: { decision: { reasons: [{ rule: 'messagesDay' }] } },
    });
    await setLimits(desk, { casePerDay: 1 });
    const other = await caseOf(desk);
    await send(desk, other);
    const refused = await send(desk, other);
    expect(refused).toMatchObject({
      code: '31',
      message: 'insufficient SMS limit: this case may get 1 a day',
    });
    await setLimits(desk, { casePerDay: 3 });
  });
});

describe('the older client’s send', () => {
  it('goes to the borrower by the template’s channel and obeys the same rules', async () => {
    const test = await caseOf(desk);
    const body = {
      taskId: String(test.id),
      templateId: desk.templates.whatsApp,
      clientRequestId: requestId(),
    };
    const first = await desk.as.ana.post<MessageRow>('sms/send', body);
    expect(first).toMatchObject({ code: '00', data: { channel: 'WABA', contactId: test.contactId } });
    expect((await desk.as.ana.post<MessageRow>('sms/send', body)).data.id).toBe(first.data.id);
    expect(await desk.as.luis.post('sms/send', body)).toMatchObject({ code: '21' });
    expect(await desk.as.ana.post('sms/send', { ...body, templateId: 999_999_999 })).toMatchObject({
      code: '21',
    });
    const asking = { taskId: test.id, templateId: desk.templates.asking };
    expect(fieldsOf((await desk.as.ana.post('sms/send', asking)).data)).toEqual(['params.place']);
    await desk.api.rows(sql`UPDATE contact SET relation = 'R06' WHERE id = ${test.contactId}`);
    expect(
      await desk.as.ana.post('sms/send', { taskId: test.id, templateId: desk.templates.known }),
    ).toMatchObject({ code: '21' });
  });
});

describe('what is left', () => {
  it('counts down for account, case and borrower', async () => {
    const test = await caseOf(desk);
    const before = (await desk.as.ana.get<Residue>(`sms/residue?taskId=${test.id}`)).data;
    expect(before).toMatchObject({
      case: 3,
      borrower: 2,
      channels: ['SMS', 'WABA'],
      limits: { gsm7Length: 160 },
    });
    await send(desk, test);
    const after = (await desk.as.ana.get<Residue>(`sms/residue/?taskId=${test.id}`)).data;
    expect([after.account, after.case, after.borrower]).toEqual([before.account - 1, 2, 1]);
    expect(await desk.as.luis.get(`sms/residue?taskId=${test.id}`)).toMatchObject({ code: '21' });
    expect(fieldsOf((await desk.as.ana.get('sms/residue')).data)).toEqual(['taskId']);
  });

  it('of templates is what the channels allow', async () => {
    const all = (await desk.as.ana.get<TemplateRow[]>('sms/templates/')).data;
    expect(all.map(({ id }) => id).sort()).toEqual(Object.values(desk.templates).sort());
    expect(all.find(({ id }) => id === desk.templates.asking)?.params).toEqual([
      { name: 'place', format: 'place' },
    ]);
    const own = (await desk.as.luis.get<TemplateRow[]>('sms/templates')).data;
    expect(own.map(({ channel }) => channel)).not.toContain('WABA');
    expect((await desk.as.ana.get<TemplateRow[]>('sms/templates?channel=WABA')).data).toHaveLength(1);
    expect(await desk.as.ana.get('sms/templates?channel=FAX')).toMatchObject({ code: '22' });
    expect(await desk.as.supervisor.get('sms/templates')).toMatchObject({ code: '20' });
  });
});

describe('the SMS log', () => {
  it('is paged, newest first, masked, and for who sees the case', async () => {
    const test = await caseOf(desk);
    const first = await send(desk, test);
    const second = await send(desk, test, { templateId: desk.templates.whatsApp, channel: 'WABA' });
    const log = (await desk.as.leader.get<Page<MessageRow>>(`sms/log/${test.id}?size=1`)).data;
    expect([log.totalCount, log.result.map(({ id }) => id)]).toEqual([2, [second.data.id]]);
    const next = (await desk.as.supervisor.get<Page<MessageRow>>(`sms/log/${test.id}?size=1&page=2`)).data;
    expect(next.result).toEqual([first.data]);
    expect(await desk.as.luis.get(`sms/log/${test.id}`)).toMatchObject({ code: '21' });
    expect((await desk.as.ana.get<Page<MessageRow>>(`sms/log/${(await caseOf(desk)).id}`)).data).toEqual({
      result: [],
      totalCount: 0,
    });
  });
});

it('leaves nothing for the replay to complain of', async () => {
  const report = await new ReplayService(desk.api.get(Database)).check();
  expect(report.events).toBeGreaterThan(10);
  expect(report.differences).toEqual([]);
});
