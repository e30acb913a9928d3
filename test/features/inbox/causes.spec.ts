import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestRow } from '../../../contract/cases/requests.js';
import type { InboxItem } from '../../../contract/inbox.js';
import { startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { QualitySampleRow } from '../../../contract/supervision/quality.js';
import { QualityDrawsService } from '../../../server/features/quality/quality-draws.service.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { below } from '../../support/tree.js';
import { createCallDesk, NOON, recordedCall } from '../calls/desk.js';
import { openCase } from '../cases/desk.js';
import { done, inboxesOf } from './desk.js';

const { desk, workers } = useDesk(createCallDesk, { clock: NOON, workers: true });
const { items, notifies } = inboxesOf(desk);

describe('people are notified of', () => {
  it('cases that a leader binds to them', async () => {
    const taskId = await openCase(desk, null);
    await desk.as.leader.post('management/task/batchBindAgent', {
      taskIds: [taskId],
      agentId: desk.people.collector.id,
    });
    await notifies('CASES_ASSIGNED', taskId, ['collector'], ['colleague', 'leader', 'stranger']);
    expect(await items('collector', 'CASES_ASSIGNED', taskId)).toMatchObject([
      { taskId, times: 1, by: 'leader' },
    ]);
  });

  it('a request to their team, and its answer', async () => {
    const taskId = await openCase(desk, 'collector');
    await done(desk.as.collector, 'task/record', { taskId, callResult: 'FRAUD', notes: 'why' });
    const { data } = await desk.as.leader.get<Page<RequestRow>>(`request/list?taskId=${taskId}`);
    const { id } = data.result[0]!;
    await notifies('REQUEST_OPENED', id, ['leader'], ['otherLeader', 'collector', 'supervisor']);
    await done(desk.as.leader, 'request/decide', { requestId: id, version: 1, grant: false, reason: 'seen' });
    await notifies('REQUEST_REFUSED', id, ['collector'], ['colleague', 'leader']);
    expect(await items('collector', 'REQUEST_REFUSED', id)).toMatchObject([
      { taskId, detail: 'FRAUD', by: 'leader' },
    ]);
  });

  it.each(['COLLECTOR', 'QUEUE', 'INSTITUTION'] as const)('a stop of their %s, and its end', async (kind) => {
    const { queueId, institutionId } = desk.org;
    const subjectId = { COLLECTOR: desk.people.collector.id, QUEUE: queueId, INSTITUTION: institutionId }[
      kind
    ];
    const { id } = await done(desk.as.supervisor, 'guard/stop', { kind, subjectId, reason: 'Threats' });
    const others = kind === 'COLLECTOR' ? (['colleague', 'stranger', 'otherLeader'] as const) : [];
    await notifies('STOPPED', id, ['collector', 'leader'], ['supervisor', 'otherAdmin', ...others]);
    await done(desk.as.admin, 'guard/resume', { id, version: 1, reason: 'Spoken with' });
    await notifies('RESUMED', id, ['collector', 'leader'], ['admin', 'otherAdmin', ...others]);
  });

  it('an approval that waits, and how it was decided', async () => {
    const top = { id: desk.org.institutionId, path: `/${desk.org.institutionId}/` };
    const leaf = await below(desk.api, top, 'LEAF');
    const asks = await signedIn(
      desk.api,
      await createUser(desk.api, desk.org, 'admin', { institutionId: leaf.id }),
    );
    const wish = { kind: 'LISTEN_UNSEEN', institutionId: leaf.id, reason: 'Training' };
    const { id } = await done(asks, 'approval/request', wish);
    await notifies('APPROVAL_OPENED', id, ['admin'], ['supervisor', 'leader', 'otherAdmin']);
    await done(desk.as.admin, 'approval/decide', { id, version: 1, approve: true, answer: 'Seen' });
    const { data } = await asks.get<Page<InboxItem>>('inbox/list');
    expect(data.result).toMatchObject([
      { cause: 'APPROVAL_APPROVED', subjectId: id, detail: 'LISTEN_UNSEEN' },
    ]);
    await notifies('APPROVAL_APPROVED', id, [], ['admin', 'supervisor', 'otherAdmin']);
  });

  it('an anomaly that they were given', async () => {
    const id = await desk.api.get(Ids).take();
    const at = new Date(NOON);
    await desk.api.rows(sql`
      INSERT INTO anomaly (id, institution_id, user_id, rule, rule_version, about_key, measured, compared, day, at, last_at,
        status)
      VALUES (${id}, ${desk.org.institutionId}, ${desk.people.collector.id}, 'revealBurst', 0, 'x', 1, 1, '2026-11-18',
        ${at}, ${at}, 'OPEN')`);
    const given = { id, version: 1, act: 'assign', assigneeId: desk.people.admin.id };
    await done(desk.as.supervisor, 'user/behavior/anomaly/handle', given);
    await notifies('ANOMALY_ASSIGNED', id, ['admin'], ['supervisor', 'collector', 'leader']);
  });

  it('a complaint in each of its steps', async () => {
    const complaint = {
      taskId: await openCase(desk, 'collector'),
      type: 'CONDUCT',
      level: 2,
      content: 'Shouted',
    };
    const act = (who: 'supervisor' | 'leader' | 'admin', name: string, body: object) =>
      done(desk.as[who], `customer/service/${name}`, body);
    const { id } = await act('admin', 'create', complaint);
    await notifies('COMPLAINT_OPENED', id, ['supervisor'], ['admin', 'collector', 'leader']);
    await act('supervisor', 'allocate', { id, handlerId: desk.people.leader.id });
    await notifies('COMPLAINT_ALLOCATED', id, ['leader'], ['collector', 'supervisor', 'otherLeader']);
    await act('leader', 'process', { id, method: 'EXPLAINED', remarks: 'Explained' });
    await notifies('COMPLAINT_PROCESSED', id, ['supervisor'], ['leader', 'collector']);
    await act('supervisor', 'return', { id, note: 'Again' });
    await notifies('COMPLAINT_RETURNED', id, ['leader'], ['collector', 'supervisor', 'otherLeader']);
    await act('leader', 'process', { id, method: 'EXPLAINED', remarks: 'Explained again' });
    await act('supervisor', 'done', { id, keepHold: false });
    await act('admin', 'reopen', { id, note: 'Called again' });
    await notifies('COMPLAINT_UNALLOCATED', id, ['supervisor'], ['collector', 'leader', 'admin']);
  });
});

describe('a score', () => {
  let sampleId: number;
  beforeAll(async () => {
    const ownerId = desk.people.collector.id;
    const callId = await recordedCall(desk, { caseId: await openCase(desk, 'collector'), ownerId });
    const at = new Date(startOfBusinessDay('2026-11-17').getTime() + 12 * 3_600_000);
    await desk.api.rows(sql`
      UPDATE phone_call SET requested_at = ${at}, answered_at = ${at}, ended_at = ${new Date(at.getTime() + 60_000)}
      WHERE id = ${callId}`);
    const { institutionId } = desk.org;
    const sheet = { name: 'Courtesy', questions: 'Says who calls', perDay: 2, minSeconds: 20, enabled: true };
    await done(desk.as.supervisor, 'quality/sheets', { ...sheet, institutionId });
    await workers.get(QualityDrawsService, { strict: false }).draw();
    const { data } = await desk.as.supervisor.get<Page<QualitySampleRow>>('quality/samples?size=200');
    sampleId = data.result[0]!.id;
  });

  it('notifies its collector, whose answer notifies the inspector', async () => {
    await done(desk.as.supervisor, 'quality/score', {
      sampleId,
      answers: ['YES'],
      marks: [],
      remark: 'Fine',
    });
    await notifies('QUALITY_SCORED', sampleId, ['collector'], ['colleague', 'leader', 'supervisor']);
    await done(desk.as.collector, 'quality/answer', { sampleId, text: 'Thank you' });
    await notifies('QUALITY_ANSWERED', sampleId, ['supervisor'], ['collector', 'leader', 'admin']);
    await done(desk.as.supervisor, 'quality/close', { sampleId, text: 'Heard again' });
    await notifies('QUALITY_CLOSED', sampleId, ['collector'], ['colleague', 'leader', 'supervisor']);
  });
});
