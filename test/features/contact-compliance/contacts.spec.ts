import { describe, expect, it } from '@jest/globals';
import type {
  ContactPreview,
  ComplianceDecision,
  ReceiptRow,
} from '../../../contract/contact/contact-compliance.js';
import type { Page } from '../../../contract/shared/page.js';
import { rowsOf, sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

/** A Wednesday, 11:00 in Mexico City. */
const NOON = '2026-11-18T17:00:00Z';

const { desk } = useDesk(createDesk, { clock: NOON });

async function theCase(cells: Record<string, string> = {}) {
  const taskId = await openCase(desk, 'collector', { cells });
  return { taskId, contactId: await contactOf(desk, taskId) };
}
const check = (person: DeskPerson, body: object) =>
  desk.as[person].post<ComplianceDecision>('contact/check', body);
const preview = async (taskId: number, person: DeskPerson = 'collector') =>
  (await desk.as[person].get<ContactPreview>(`contact/preview?taskId=${taskId}`)).data;
const callOf = (shown: ContactPreview, contactId: number) =>
  shown.contacts.find((contact) => contact.contactId === contactId)!.channels.CALL;
const record = (taskId: number, more: object = {}) =>
  desk.as.collector.post('task/record', {
    taskId, callStatus: 'NO_ANSWER', clientRequestId: requestId(), ...more,
  }); // prettier-ignore
const rulesOf = ({ reasons }: { reasons: { rule: string }[] }) => reasons.map(({ rule }) => rule);
const receiptsOf = async (taskId: number) =>
  (await desk.as.collector.get<Page<ReceiptRow>>(`guard/receipts/${taskId}`)).data;

describe('contact/check', () => {
  it('answers without storing anything', async () => {
    const of = await theCase();
    const { code, data } = await check('collector', { ...of, channel: 'CALL' });
    expect([code, data.allow, data.counters.attemptsToday]).toEqual(['00', true, 0]);
    expect(data.decisionId).toBeGreaterThan(0);
    expect((await receiptsOf(of.taskId)).totalCount).toBe(0);
  });

  it('refuses the cases of others, other contacts, and says which field is wrong', async () => {
    const of = { ...(await theCase()), channel: 'CALL' };
    const other = await theCase();
    for (const person of ['colleague', 'stranger', 'otherLeader', 'otherAdmin'] as const)
      expect({ [person]: (await check(person, of)).code }).toEqual({ [person]: '21' });
    for (const person of ['leader', 'supervisor', 'admin'] as const)
      expect({ [person]: (await check(person, of)).code }).toEqual({ [person]: '00' });
    expect((await check('collector', { ...of, contactId: other.contactId })).code).toBe('21');
    const wrong = await check('collector', { ...of, channel: 'PIGEON' });
    expect(wrong).toMatchObject({ code: '22', data: { fields: [{ field: 'channel' }] } });
  });
});

describe('contact/preview', () => {
  it('answers every contact by every channel, in the borrower’s time', async () => {
    const { taskId, contactId } = await theCase({
      state: 'Baja California', municipality: 'Tijuana', contact1Name: 'Ana', contact1Phone: '5511112222', contact1Relation: 'R02',
    }); // prettier-ignore
    const shown = await preview(taskId);
    expect(shown).toMatchObject({
      taskId,
      zone: 'America/Tijuana',
      zoneKnown: true,
      holds: [],
      overrides: [],
    });
    expect(shown.contacts.map(({ relation }) => relation)).toEqual(expect.arrayContaining(['R01', 'R02']));
    expect(Object.keys(shown.contacts[0]!.channels)).toEqual(['CALL', 'SMS', 'WHATSAPP', 'IVR']);
    expect(callOf(shown, contactId)).toMatchObject({ allow: true, allowedUntil: '2026-11-19T04:00:00.000Z' });
    expect(shown.changesAt).toBe('2026-11-19T04:00:00.000Z');
    const spouse = await contactOf(desk, taskId, 'R02');
    expect(rulesOf(callOf(shown, spouse))).toEqual(['relation']);
  });
});

describe('a record of a contact that was made without us', () => {
  it('takes an attempt, and its conversation is the day’s', async () => {
    const { taskId, contactId } = await theCase();
    expect((await record(taskId, { contactId })).code).toBe('00');
    expect(rulesOf(callOf(await preview(taskId), contactId))).toEqual(['attemptSpacing']);
    const spoken = { contactId, callStatus: 'CONNECTED', callResult: 'PTN', contactType: 'WHATSAPP' };
    expect((await record(taskId, spoken)).code).toBe('00');
    const shown = await preview(taskId);
    expect(shown.counters).toMatchObject({ attemptsToday: 2, conversationsToday: 1, messagesToday: 0 });
    expect(rulesOf(callOf(shown, contactId))).toEqual(['attemptSpacing', 'conversation']);
    const { result } = await receiptsOf(taskId);
    expect(result).toMatchObject([
      {
        kind: 'MANUAL',
        channel: 'WHATSAPP',
        allowed: true,
        reasons: [{ rule: 'attemptSpacing' }],
        relation: 'R01',
      },
      { kind: 'MANUAL', channel: 'CALL', allowed: true, reasons: [], actor: 'collector' },
    ]);
  });

  it('is never refused, and a memo is none', async () => {
    const { taskId } = await theCase();
    for (let count = 0; count < 5; count++) expect((await record(taskId)).code).toBe('00');
    const memo = { callStatus: null, callResult: 'MEMO', notes: 'asked the leader' };
    expect((await record(taskId, memo)).code).toBe('00');
    expect((await receiptsOf(taskId)).totalCount).toBe(5);
  });

  it('of a repeated request counts once', async () => {
    const { taskId } = await theCase();
    const clientRequestId = requestId();
    await Promise.all(Array.from({ length: 10 }, () => record(taskId, { clientRequestId })));
    expect((await receiptsOf(taskId)).totalCount).toBe(1);
  });

  it('counts for the borrower’s other cases too', async () => {
    const [one, other] = [await theCase(), await theCase()];
    await desk.api.rows(sql`
      UPDATE collection_case c, (SELECT borrower_id FROM collection_case WHERE id = ${one.taskId}) b
      SET c.borrower_id = b.borrower_id WHERE c.id = ${other.taskId}`);
    await record(other.taskId);
    expect(rulesOf(callOf(await preview(one.taskId), one.contactId))).toEqual(['attemptSpacing']);
    expect((await receiptsOf(one.taskId)).result[0]!.taskId).toBe(other.taskId);
  });
});

describe('an opt-out', () => {
  it('of a contact stands whatever is recorded later, and only who manages the guard lifts it', async () => {
    const { taskId, contactId } = await theCase();
    const wish = { taskId, contactId, note: 'said so on the phone' };
    expect((await desk.as.stranger.post('contact/optOut', wish)).code).toBe('21');
    expect((await desk.as.supervisor.post('contact/optOut', wish)).code).toBe('20');
    for (let count = 0; count < 2; count++)
      expect((await desk.as.collector.post('contact/optOut', wish)).code).toBe('00');
    await record(taskId, { contactId, callStatus: 'CONNECTED', callResult: 'PTN' });
    await record(taskId, { contactId, callStatus: 'CONNECTED', callResult: 'NORLVT' });
    const shown = await preview(taskId);
    expect(rulesOf(callOf(shown, contactId))).toContain('optOut');
    expect(shown.holds).toMatchObject([
      { kind: 'OPT_OUT', contactId, note: 'said so on the phone', placedBy: 'collector' },
    ]);
    const lift = { taskId, holdId: shown.holds[0]!.holdId };
    expect((await desk.as.leader.post('contact/hold/lift', lift)).code).toBe('20');
    expect((await desk.as.admin.post('contact/hold/lift', lift)).code).toBe('00');
    expect(rulesOf(callOf(await preview(taskId), contactId))).not.toContain('optOut');
  });

  it('leaves a wrong number wrong when it is lifted', async () => {
    const { taskId, contactId } = await theCase();
    await record(taskId, { contactId, callStatus: 'CONNECTED', callResult: 'NORLVT' });
    await desk.as.collector.post('contact/optOut', { taskId, contactId });
    const shown = await preview(taskId);
    expect(rulesOf(callOf(shown, contactId))).toEqual(expect.arrayContaining(['wrongNumber', 'optOut']));
    await desk.as.admin.post('contact/hold/lift', { taskId, holdId: shown.holds[0]!.holdId });
    expect(rulesOf(callOf(await preview(taskId), contactId))).toContain('wrongNumber');
  });

  it('of everybody stands behind however many holds on one of them', async () => {
    const { taskId, contactId } = await theCase();
    const [{ borrowerId } = { borrowerId: 0 }] = await desk.api.rows<{ borrowerId: number }>(sql`
      SELECT borrower_id AS borrowerId FROM collection_case WHERE id = ${taskId}`);
    const hold = [borrowerId, 1, 'DISPUTE', taskId, new Date(NOON)];
    await desk.api.rows(sql`
      INSERT INTO contact_hold (borrower_id, contact_id, kind, case_id, placed_at)
      VALUES ${rowsOf(Array.from({ length: 250 }, () => hold))}`);
    expect((await desk.as.collector.post('contact/optOut', { taskId })).code).toBe('00');
    const { data } = await check('collector', { taskId, contactId, channel: 'SMS' });
    expect(rulesOf(data)).toEqual(['optOut']);
    expect((await preview(taskId)).holds[0]).toMatchObject({ kind: 'OPT_OUT', contactId: null });
  });

  it('of a channel leaves the others, of the borrower leaves none', async () => {
    const { taskId, contactId } = await theCase();
    await desk.as.collector.post('contact/optOut', { taskId, contactId, channel: 'SMS' });
    const of = async () =>
      (await preview(taskId)).contacts.find((contact) => contact.contactId === contactId)!.channels;
    expect([(await of()).SMS.allow, (await of()).WHATSAPP.allow, (await of()).CALL.allow]).toEqual([
      false,
      true,
      true,
    ]);
    await desk.as.collector.post('contact/optOut', { taskId });
    expect(Object.values(await of()).map(({ allow }) => allow)).toEqual([false, false, false, false]);
  });
});

describe('a hold', () => {
  it('is placed and lifted by leaders, and no override reaches it', async () => {
    const { taskId, contactId } = await theCase();
    const hold = { taskId, kind: 'DISPUTE', note: 'amount contested' };
    expect((await desk.as.collector.post('contact/hold', hold)).code).toBe('20');
    expect((await desk.as.otherLeader.post('contact/hold', hold)).code).toBe('21');
    const over = await desk.as.leader.post('contact/hold', { ...hold, until: '2026-11-18T16:59:59Z' });
    expect(over).toMatchObject({ code: '22', data: { fields: [{ field: 'until' }] } });
    expect((await desk.as.leader.post('contact/hold', hold)).code).toBe('00');
    const every = [
      'operatingHours',
      'attemptsDay',
      'attemptsWeek',
      'attemptSpacing',
      'conversation',
      'badNumber',
    ];
    await desk.as.leader.post('contact/override', { taskId, rules: every, reason: 'all of them' });
    const shown = await preview(taskId);
    expect(rulesOf(callOf(shown, contactId))).toEqual(['hold']);
    const lift = { taskId, holdId: shown.holds[0]!.holdId };
    expect((await desk.as.otherLeader.post('contact/hold/lift', lift)).code).toBe('21');
    expect((await desk.as.leader.post('contact/hold/lift', { ...lift, holdId: 999_999 })).code).toBe('21');
    expect((await desk.as.leader.post('contact/hold/lift', lift)).code).toBe('00');
    expect((await desk.as.leader.post('contact/hold/lift', lift)).code).toBe('21');
    expect(callOf(await preview(taskId), contactId).allow).toBe(true);
  });

  it('ends at its time', async () => {
    const { taskId, contactId } = await theCase();
    const hold = { taskId, kind: 'DISPUTE', note: 'amount contested', until: '2026-11-18T18:00:00Z' };
    expect((await desk.as.leader.post('contact/hold', hold)).code).toBe('00');
    expect(rulesOf(callOf(await preview(taskId), contactId))).toEqual(['hold']);
    await desk.api.rows(sql`UPDATE contact_hold SET until_at = ${new Date(NOON)} WHERE case_id = ${taskId}`);
    expect(callOf(await preview(taskId), contactId).allow).toBe(true);
  });

  it('comes with a withdrawal for a complaint on all of the borrower’s cases, and goes with the return', async () => {
    const [one, other] = [await theCase(), await theCase()];
    await desk.api.rows(sql`
      UPDATE collection_case c, (SELECT borrower_id FROM collection_case WHERE id = ${one.taskId}) b
      SET c.borrower_id = b.borrower_id WHERE c.id = ${other.taskId}`);
    const withdrawn = await desk.as.leader.post(`management/task/withdraw/${other.taskId}`, {
      reason: 'COMPLAINT',
    });
    expect(withdrawn.code).toBe('00');
    expect(callOf(await preview(one.taskId), one.contactId).reasons).toMatchObject([
      { rule: 'hold', params: { kind: 'COMPLAINT' } },
    ]);
    expect(
      (await desk.as.admin.post(`management/task/reinstate/${other.taskId}`, { reason: 'RESOLVED' })).code,
    ).toBe('00');
    expect(callOf(await preview(one.taskId), one.contactId).allow).toBe(true);
  });
});

describe('contact/override', () => {
  it('sets policy rules aside for a day, for the borrower and with a reason that only its readers see', async () => {
    const { taskId, contactId } = await theCase();
    await record(taskId, { contactId });
    const wish = { taskId, rules: ['attemptSpacing'], reason: 'the customer insists' };
    expect((await desk.as.collector.post('contact/override', wish)).code).toBe('20');
    expect((await desk.as.supervisor.post('contact/override', wish)).code).toBe('20');
    expect((await desk.as.otherLeader.post('contact/override', wish)).code).toBe('21');
    expect(await desk.as.leader.post('contact/override', { ...wish, reason: 'no' })).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'reason' }] },
    });
    for (const rule of ['legalHours', 'optOut', 'hold', 'relation', 'caseState', 'paymentInFlight'])
      expect({
        [rule]: (await desk.as.leader.post('contact/override', { ...wish, rules: [rule] })).code,
      }).toEqual({ [rule]: '22' });
    const answer = await desk.as.leader.post<{ until: string }>('contact/override', wish);
    expect(answer.code).toBe('00');
    expect(Date.parse(answer.data.until) - Date.parse(NOON)).toBeGreaterThan(86_390_000);
    const shown = await preview(taskId);
    expect(callOf(shown, contactId).allow).toBe(true);
    expect(shown.overrides).toMatchObject([
      { rule: 'attemptSpacing', reason: 'the customer insists', grantedBy: 'leader' },
    ]);
    await desk.api.rows(sql`UPDATE contact_override SET until_at = ${new Date(NOON)}`);
    expect(rulesOf(callOf(await preview(taskId), contactId))).toEqual(['attemptSpacing']);
  });
});

describe('the commands on one borrower', () => {
  it('keep fifty opt-outs at once one', async () => {
    const { taskId, contactId } = await theCase();
    const wish = { taskId, contactId };
    await Promise.all(Array.from({ length: 50 }, () => desk.as.collector.post('contact/optOut', wish)));
    expect((await preview(taskId)).holds).toHaveLength(1);
  });
});
