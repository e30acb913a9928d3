import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ComplaintCauseRow } from '../../../contract/supervision/complaint-causes.js';
import {
  type ComplaintMonthDetail,
  type ComplaintMonthRow,
} from '../../../contract/supervision/complaint-months.js';
import { DEFAULT_REGULATOR_TERMS } from '../../../contract/supervision/regulator-terms.js';
import type { ComplaintDetail, ComplaintRow } from '../../../contract/supervision/complaints.js';
import type { InboxItem } from '../../../contract/inbox.js';
import type { Page } from '../../../contract/shared/page.js';
import { ComplaintMonthsService } from '../../../server/features/complaints/complaint-months.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { oneTree } from '../../support/tree.js';
import { createCallDesk } from '../calls/desk.js';
import { openCase, requestId, type DeskPerson } from '../cases/desk.js';

/** A Wednesday; October was due on the sixth, the fifth working day of November. */
const NOON = '2026-11-18T17:00:00Z';
const { desk } = useDesk(createCallDesk, { clock: NOON });
const [NOT_DEBTOR, THREATS] = [1, 2];

const months = async (person: DeskPerson = 'supervisor', query = '') =>
  desk.as[person].get<ComplaintMonthRow[]>(`complaint-month/list?year=2026${query}`);
const month = async (which: string, person: DeskPerson = 'supervisor') =>
  (await desk.as[person].get<ComplaintMonthDetail>(`complaint-month/detail?month=${which}`)).data;
const confirm = (which: string, digest: string, person: DeskPerson = 'supervisor') =>
  desk.as[person].post<{ opened: number }>('complaint-month/confirm', {
    ...{ month: which, digest, clientRequestId: requestId() },
  });
const confirmSeen = async (which: string) => confirm(which, (await month(which)).digest);
const file = (which: string, person: DeskPerson = 'supervisor') =>
  desk.as[person].agent.get(`/api/complaint-month/file?month=${which}`);

/** People who were there since August, so that months before this one exist. */
const openedHouse = () => desk.api.rows(sql`UPDATE user SET created_at = '2026-08-10 15:00:00'`);

async function complaint(on: string, causeId?: number): Promise<number> {
  const taskId = await openCase(desk, 'collector');
  const { data } = await desk.as.supervisor.post<{ id: number }>('customer/service/create', {
    ...{ taskId, type: 'CONDUCT', level: 2, content: 'Shouted', clientRequestId: requestId() },
    ...(causeId !== undefined && { causeId }),
  });
  await desk.api.rows(sql`
    UPDATE complaint SET created_at = ${new Date(on)}, due_at = ${new Date(Date.parse(on) + 172_800_000)}
    WHERE id = ${data.id}`);
  return data.id;
}
const classify = (id: number, causeId: number) =>
  desk.as.supervisor.post('customer/service/classify', { id, causeId, clientRequestId: requestId() });
const setTerms = (change: object, version: number) =>
  desk.as.admin.post('guard/regulator', { ...DEFAULT_REGULATOR_TERMS, ...change, version });

describe("a month's complaints", () => {
  it('are counted by cause, confirmed as they were seen, and sent as they were confirmed', async () => {
    await openedHouse();
    // In Mexico City the first is 31 October still, the second 1 November.
    const first = await complaint('2026-11-01T05:30:00Z', NOT_DEBTOR);
    const second = await complaint('2026-11-01T06:30:00Z', THREATS);
    const third = await complaint('2026-10-08T18:00:00Z');
    const [running, october] = (await months()).data;
    expect(running).toMatchObject({ month: '2026-11', state: 'RUNNING', dueOn: '2026-12-07', opened: 1 });
    expect(october).toMatchObject({
      ...{ month: '2026-10', state: 'LATE', dueOn: '2026-11-06', opened: 2, withoutCause: 1 },
      confirmedOpened: null,
    });
    expect((await confirmSeen('2026-11')).code).toBe('23');
    const refused = await confirmSeen('2026-10');
    expect([refused.code, refused.message]).toEqual(['23', expect.stringContaining(': 1')]);
    expect((await file('2026-10')).body).toMatchObject({ code: '23' });

    const seen = await month('2026-10');
    expect((await classify(third, THREATS)).code).toBe('00');
    expect((await confirm('2026-10', seen.digest)).code).toBe('23');
    expect((await confirmSeen('2026-10')).data).toEqual({ month: '2026-10', opened: 2 });
    const confirmed = await month('2026-10');
    expect(confirmed).toMatchObject({ state: 'CONFIRMED', confirmedBy: 'supervisor', confirmedOpened: 2 });
    expect(confirmed.lines.map(({ causeId, opened, before }) => [causeId, opened, before])).toEqual([
      [THREATS, 1, 0],
      [NOT_DEBTOR, 1, 0],
    ]);
    expect((await month('2026-11')).lines.map(({ opened, before }) => [opened, before])).toEqual([
      [1, 1],
      [0, 1],
    ]);

    // Another cause is another month; what was sent stays until a person confirms anew.
    await classify(first, THREATS);
    expect((await month('2026-10')).state).toBe('CHANGED');
    const sent = (await file('2026-10')).text;
    expect(sent.split(/\r?\n/).slice(0, 3)).toEqual([
      '\uFEFFPeriodo,Institución,Clave de causa,Causa,Recibidas,Atendidas,Atendidas en plazo,Pendientes',
      expect.stringMatching(/^2026-10,[^,]+,,Amenazas o insultos,1,0,0,1$/),
      expect.stringMatching(/^2026-10,[^,]+,,No es el deudor,1,0,0,1$/),
    ]);
    expect((await confirmSeen('2026-10')).code).toBe('00');
    expect((await file('2026-10')).text).toContain('Amenazas o insultos,2,');
    expect(second).toBeGreaterThan(0);
  });

  it('are confirmed and sent as zero when there was none', async () => {
    await openedHouse();
    expect((await confirmSeen('2026-09')).data).toEqual({ month: '2026-09', opened: 0 });
    const lines = (await file('2026-09')).text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    for (const line of lines.slice(1)) expect(line).toMatch(/,0,0,0,0$/);
  });

  it('stand in the file by the columns that an administrator has set', async () => {
    const columns = 'Sector = "SOFOM"\nMes=month\n\nCausa = cause\nTotal = opened';
    expect((await setTerms({ fileColumns: 'Total = what' }, 0)).code).toBe('22');
    expect((await setTerms({ fileColumns: 'Total = opened\nTotal = open' }, 0)).code).toBe('22');
    expect((await setTerms({ fileColumns: columns }, 0)).code).toBe('00');
    expect((await file('2026-09')).text.split(/\r?\n/)[1]).toBe('SOFOM,2026-09,Amenazas o insultos,0');
  });

  it('are those of the own institution, for who manages complaints there', async () => {
    expect((await desk.as.leader.get('complaint-month/list?year=2026')).code).toBe('20');
    const { data } = await desk.as.otherAdmin.get<ComplaintMonthRow[]>('complaint-month/list?year=2026');
    expect(data.map(({ opened }) => opened).every((opened) => opened === 0)).toBe(true);
    const own = (await month('2026-10')).institutionId;
    const elsewhere = await desk.as.otherAdmin.get(
      `complaint-month/detail?month=2026-10&institutionId=${own}`,
    );
    expect(elsewhere.code).toBe('21');
  });
});

describe('a reminder of the month', () => {
  const service = () => desk.api.get(ComplaintMonthsService);
  const reminders = async () => {
    const rows = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'complaintMonth.due' ORDER BY id`);
    return rows.map(({ payload }) => JSON.parse(payload) as { institutionId: number; late: boolean });
  };

  it('comes once when its day is over, and never of a confirmed month', async () => {
    await openedHouse();
    const own = (await month('2026-10')).institutionId;
    expect((await reminders()).length).toBe(0);
    await Promise.all([service().remind(), service().remind()]);
    await service().remind();
    expect((await reminders()).filter(({ institutionId }) => institutionId === own)).toEqual([]);
    const others = await reminders();
    expect(others.map(({ late }) => late)).toEqual(others.map(() => true));
    expect(new Set(others.map(({ institutionId }) => institutionId)).size).toBe(others.length);
    expect(others.length).toBeGreaterThan(0);
    const inbox = await desk.as.otherAdmin.get<Page<InboxItem>>('inbox/list');
    expect(inbox.data.result.map(({ cause, detail }) => [cause, detail])).toEqual([
      ['COMPLAINT_MONTH_LATE', `2026-10 ${others[0]!.institutionId}`],
    ]);
  });
});

describe("the regulator's causes", () => {
  beforeAll(() => oneTree(desk.api, desk.org));

  const causes = async (person: DeskPerson = 'leader') =>
    (await desk.as[person].get<Page<ComplaintCauseRow>>('complaint-cause/list')).data.result;
  const save = (change: object, person: DeskPerson = 'admin') =>
    desk.as[person].post<{ id: number }>('complaint-cause/save', {
      ...{ name: 'Horario', code: 'C07', legalSource: null, enabled: true, clientRequestId: requestId() },
      ...change,
    });

  it('come with two that nobody has confirmed, and are kept by the topmost institution alone', async () => {
    expect((await causes()).map(({ id, legalSource }) => [id, legalSource])).toEqual([
      [THREATS, null],
      [NOT_DEBTOR, null],
    ]);
    expect((await save({}, 'supervisor')).code).toBe('20');
    const { data } = await save({});
    expect(await save({})).toMatchObject({ code: '22' });
    expect((await causes()).find(({ id }) => id === data.id)).toMatchObject({ code: 'C07', version: 1 });
    expect((await save({ id: data.id, version: 1, enabled: false })).code).toBe('00');
    const id = await complaint(NOON);
    expect((await classify(id, data.id)).code).toBe('21');
  });

  it('are found among complaints, and classifying is a step of the complaint', async () => {
    const id = await complaint(NOON, NOT_DEBTOR);
    await classify(id, THREATS);
    const { steps, cause } = (await desk.as.supervisor.get<ComplaintDetail>(`customer/service/detail/${id}`))
      .data;
    expect([cause, steps.at(-1)]).toMatchObject(['Amenazas o insultos', { act: 'classify', note: cause }]);
    const found = await desk.as.supervisor.get<Page<ComplaintRow>>(
      `customer/service/list?size=200&causeId=${THREATS}`,
    );
    expect(found.data.result.map((row) => row.id)).toContain(id);
    expect(found.data.result.every((row) => row.causeId === THREATS)).toBe(true);
  });
});

describe('the term of the law', () => {
  it('stands on a complaint once counsel has set it with a source, and not before', async () => {
    const id = await complaint('2026-11-18T05:30:00Z');
    const detail = async () =>
      (await desk.as.supervisor.get<ComplaintDetail>(`customer/service/detail/${id}`)).data;
    expect(await detail()).toMatchObject({ legalDueOn: null, legalSource: null });
    const { version } = (await desk.as.admin.get<{ version: number }>('guard/regulator')).data;
    expect((await setTerms({ legalDays: 30 }, version)).code).toBe('22');
    await setTerms({ legalDays: 30, legalSource: 'Lic. Prado, art. 12' }, version);
    expect(await detail()).toMatchObject({ legalDueOn: '2026-12-17', legalSource: 'Lic. Prado, art. 12' });
  });
});
