import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DecisionKind, DecisionNotice } from '../../../contract/administration/decisions.js';
import type { RequestRow } from '../../../contract/cases/requests.js';
import type { RefundRow } from '../../../contract/money/refunds.js';
import type { StopKind } from '../../../contract/contact/stops.js';
import { startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { QualitySampleRow } from '../../../contract/supervision/quality.js';
import { QualityDrawsService } from '../../../server/features/quality/quality-draws.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay } from '../../support/cases.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useDesk } from '../../support/site.js';
import { below, grant } from '../../support/tree.js';
import { createCallDesk, NOON, recordedCall } from '../calls/desk.js';
import { contactOf, openCase, requestId } from '../cases/desk.js';

const SECOND_MS = 1_000;

type Place = { id: number; path: string };
let top: Place;
let leaf: Place;
/** The administrator of the institution above, who looks at nothing of it. */
let elsewhere: TestSocket;
let second: Client;
const sockets: TestSocket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.close();
});
const { desk, workers } = useDesk(createCallDesk, { clock: NOON, workers: true });
beforeAll(async () => {
  const { institutionId } = desk.org;
  top = { id: institutionId, path: `/${institutionId}/` };
  leaf = await below(desk.api, top, 'LEAF');
  elsewhere = await open(desk.as.admin);
  second = await administrator(top.id, 'second');
});

async function open(client: Client): Promise<TestSocket> {
  const socket = await TestSocket.open(client);
  sockets.push(socket);
  return socket;
}
const administrator = async (institutionId: number, name: string) =>
  signedIn(desk.api, await createUser(desk.api, desk.org, 'admin', { institutionId, name }));
const notified = (socket: TestSocket) => socket.of('decision.made').map(({ data }) => data);
const notice = async (kind: DecisionKind, subjectId: number, socket = elsewhere): Promise<DecisionNotice> =>
  (await socket.next('decision.made', ({ data }) => data.kind === kind && data.subjectId === subjectId)).data;
async function done<Data>(by: Client, path: string, body: object): Promise<Data> {
  const answer = await by.post<Data>(path, { clientRequestId: requestId(), ...body });
  expect(answer.code).toBe('00');
  return answer.data;
}

async function ask(by: Client, institutionId: number): Promise<number> {
  const wish = { kind: 'LISTEN_UNSEEN', institutionId, reason: 'Training' };
  return (await done<{ id: number }>(by, 'approval/request', wish)).id;
}
const decide = (by: Client, id: number, approve = true) =>
  done(by, 'approval/decide', { id, version: 1, approve, answer: 'Seen' });
const end = (by: Client, id: number) => done(by, 'approval/end', { id, version: 2 });
/** Placed by a supervisor or the first administrator, and lifted by the second one. */
async function stopAndLift(kind: StopKind, subjectId: number, by = desk.as.supervisor): Promise<number> {
  const { id } = await done<{ id: number }>(by, 'guard/stop', { kind, subjectId, reason: 'Threats' });
  await done(second, 'guard/resume', { id, version: 1, reason: 'Spoken with' });
  return id;
}

describe('the decision on an approval', () => {
  it('reaches the administrators of its institution and above within a second, and nobody else', async () => {
    const [asks, decides, third] = [
      await administrator(leaf.id, 'asks'),
      await administrator(leaf.id, 'decides'),
      await administrator(leaf.id, 'third'),
    ];
    const beside = await below(desk.api, top, 'BESIDE');
    const stranger = await open(desk.as.otherAdmin);
    const others = [stranger, await open(decides), await open(await administrator(beside.id, 'beside'))];
    for (const who of ['collector', 'leader', 'supervisor'] as const) others.push(await open(desk.as[who]));
    const requests = [elsewhere, await open(asks), await open(third)];
    const id = await ask(asks, leaf.id);
    await decide(decides, id);
    const decidedAt = Date.now();
    const notices = await Promise.all(requests.map((socket) => notice('APPROVAL', id, socket)));
    expect(Date.now() - decidedAt).toBeLessThan(SECOND_MS);
    expect(notices).toEqual(
      requests.map(() => ({
        ...{ id: notices[0]!.id, kind: 'APPROVAL', outcome: 'APPROVED', subtype: 'LISTEN_UNSEEN' },
        ...{ decidedBy: 'decides', about: 'asks', institutionId: leaf.id, institutionName: 'LEAF' },
        ...{ subjectId: id, taskId: null, loanId: null },
      })),
    );
    await end(decides, id);
    await elsewhere.next('decision.made', ({ data }) => data.subjectId === id && data.outcome === 'ENDED');

    // The relay keeps the order: whoever has this one was sent none of the others.
    const own = await ask(
      await administrator(desk.org.otherInstitutionId, 'own'),
      desk.org.otherInstitutionId,
    );
    await decide(await administrator(desk.org.otherInstitutionId, 'its second'), own, false);
    expect(await notice('APPROVAL', own, stranger)).toMatchObject({ outcome: 'REFUSED', about: 'own' });
    expect(notified(stranger)).toHaveLength(1);
    expect(others.slice(1).flatMap(notified)).toEqual([]);
    expect(notified(elsewhere).map(({ subjectId }) => subjectId)).toEqual([id, id]);
  });

  it('reaches no administrator whose role may not read it there', async () => {
    const bare = await below(desk.api, leaf, 'BARE');
    await grant(desk.api, bare.id, 'admin', { less: ['approval:decide'] });
    const socket = await open(await administrator(bare.id, 'bare'));
    const id = await ask(second, bare.id);
    await decide(desk.as.admin, id);
    const stopId = await stopAndLift('INSTITUTION', bare.id, desk.as.admin);
    expect(await notice('STOP', stopId, socket)).toMatchObject({ about: 'BARE', institutionName: 'BARE' });
    expect(notified(socket)).toHaveLength(1);
  });
});

/** A borrower whose name and number no notice may hold. */
const SECRET = { borrowerName: 'Zenaida Secreto', contact1Name: 'Eva Oculta', contact1Phone: '5511129977' };

describe('administrators are notified, without a word of the borrower, of', () => {
  it('a stop that is lifted', async () => {
    const id = await stopAndLift('COLLECTOR', desk.people.collector.id);
    expect(await notice('STOP', id)).toMatchObject({
      ...{ outcome: 'LIFTED', subtype: 'COLLECTOR', decidedBy: 'second', about: 'collector' },
    });
  });

  it.each([
    [true, 'APPROVED'],
    [false, 'REFUSED'],
  ])('a guarantor who is confirmed: %s', async (confirmed, outcome) => {
    const taskId = await openCase(desk, 'collector', { cells: { ...SECRET, contact1Relation: 'R06' } });
    const of = { taskId, contactId: await contactOf(desk, taskId, 'R06') };
    // Whoever takes the own request back decides nothing.
    await done(desk.as.leader, 'contact/guarantor', { ...of, guarantor: true });
    await done(desk.as.leader, 'contact/guarantor', { ...of, guarantor: false });
    await done(desk.as.leader, 'contact/guarantor', { ...of, guarantor: true });
    await done(desk.as.supervisor, 'contact/guarantor/confirm', { ...of, confirmed });
    const found = await notice('GUARANTOR', of.contactId);
    expect(found).toMatchObject({ outcome, taskId, decidedBy: 'supervisor', about: 'leader' });
    expect(found.loanId).toMatch(/\S/);
    expect(notified(elsewhere).filter(({ subjectId }) => subjectId === of.contactId)).toHaveLength(1);
    expect(JSON.stringify(found)).not.toMatch(/Zenaida|Eva|1129977/);
  });

  it.each([
    [true, 'APPROVED'],
    [false, 'REFUSED'],
  ])('a request that is granted: %s', async (granted, outcome) => {
    const taskId = await openCase(desk, 'collector', { cells: SECRET });
    await done(desk.as.collector, 'task/record', { taskId, callResult: 'FRAUD', notes: 'why' });
    const { data } = await desk.as.leader.get<Page<RequestRow>>(`request/list?taskId=${taskId}`);
    const id = data.result[0]!.id;
    await done(desk.as.leader, 'request/decide', {
      requestId: id,
      version: 1,
      grant: granted,
      reason: 'seen',
    });
    const found = await notice('REQUEST', id);
    expect(found).toMatchObject({
      outcome,
      subtype: 'FRAUD',
      decidedBy: 'leader',
      about: 'collector',
      taskId,
    });
    expect(JSON.stringify(found)).not.toContain('Zenaida');
  });

  it('a complaint that is sent back, and that is closed', async () => {
    const taskId = await openCase(desk, 'collector', { cells: SECRET });
    const complaint = { taskId, type: 'CONDUCT', level: 2, content: 'Shouted' };
    const act = (by: Client, name: string, body: object) =>
      done<{ id: number }>(by, `customer/service/${name}`, body);
    const { id } = await act(desk.as.supervisor, 'create', complaint);
    await act(desk.as.supervisor, 'allocate', { id, handlerId: desk.people.leader.id });
    for (const [back, outcome] of [
      [true, 'RETURNED'],
      [false, 'CLOSED'],
    ] as const) {
      await act(desk.as.leader, 'process', { id, method: 'EXPLAINED', remarks: 'Explained' });
      if (back) await act(desk.as.supervisor, 'return', { id, note: 'Again' });
      else await act(desk.as.supervisor, 'done', { id, keepHold: false });
      const frame = await elsewhere.next('decision.made', ({ data }) => data.outcome === outcome);
      expect(frame.data).toMatchObject({ kind: 'COMPLAINT', subjectId: id, about: 'collector' });
    }
    expect(notified(elsewhere).filter(({ kind }) => kind === 'COMPLAINT')).toHaveLength(2);
  });

  it('a call that is scored', async () => {
    const callId = await recordedCall(desk, {
      caseId: await openCase(desk, 'collector', { cells: SECRET }),
      ownerId: desk.people.collector.id,
    });
    const at = new Date(startOfBusinessDay('2026-11-17').getTime() + 12 * 3_600_000);
    await desk.api.rows(sql`
      UPDATE phone_call SET requested_at = ${at}, answered_at = ${at}, ended_at = ${new Date(at.getTime() + 60_000)}
      WHERE id = ${callId}`);
    const sheet = { name: 'Courtesy', questions: 'Says who calls', perDay: 2, minSeconds: 20, enabled: true };
    await done(desk.as.supervisor, 'quality/sheets', { ...sheet, institutionId: top.id });
    await workers.get(QualityDrawsService, { strict: false }).draw();
    const { data } = await desk.as.supervisor.get<Page<QualitySampleRow>>('quality/samples?size=200');
    const sampleId = data.result[0]!.id;
    const scoring = { sampleId, answers: ['YES'], marks: [], remark: 'Fine' };
    await done(desk.as.supervisor, 'quality/score', scoring);
    const found = await notice('QUALITY', sampleId);
    expect(found).toMatchObject({ outcome: 'SCORED', decidedBy: 'supervisor', about: 'collector' });
  });

  it.each([
    [true, 'APPROVED'],
    [false, 'REFUSED'],
  ])('a receivable that is written off: %s', async (approve, outcome) => {
    const owed = await createCase(desk.api, desk.org, { ownerId: desk.people.collector.id, name: 'Zenaida' });
    const back = { type: 'REVERSAL', originalReference: `over-${outcome}`, amount: 130_000 };
    const over = {
      loanItemExternalId: owed.externalId,
      amount: 130_000,
      providerReference: `over-${outcome}`,
    };
    await pay(desk.api, over);
    const refund = async () =>
      (await desk.as.leader.get<Page<RefundRow>>('refund/list?size=200')).data.result.find(
        ({ taskId }) => taskId === owed.id,
      )!;
    const { id: refundId, version } = await refund();
    await done(desk.as.leader, 'refund/complete', { refundId, version, reference: 'SPEI-1', voucher: 'V-1' });
    await pay(desk.api, { ...back, providerReference: `back-${outcome}` });
    const { receivable } = await refund();
    const of = { receivableId: receivable!.id, version: receivable!.version };
    await done(desk.as.leader, 'receivable/askWriteOff', { ...of, reason: 'The borrower is gone' });
    const decision = { ...of, version: of.version + 1, approve, answer: 'Seen' };
    await done(second, 'receivable/decideWriteOff', decision);
    const found = await notice('WRITE_OFF', receivable!.id);
    expect(found).toMatchObject({ outcome, decidedBy: 'second', about: 'leader', taskId: owed.id });
    expect(JSON.stringify(found)).not.toContain('Zenaida');
  });
});
