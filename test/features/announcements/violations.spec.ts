import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Announcement, AnnouncementRow } from '../../../contract/supervision/announcements.js';
import type { Page } from '../../../contract/shared/page.js';
import type {
  AnnouncedViolation,
  ViolationInfo,
  ViolationWeek,
} from '../../../contract/supervision/violations.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk, makeCall, NOON } from '../calls/desk.js';
import { openCase, requestId, type DeskPerson } from '../cases/desk.js';

let callId: number;
const { desk } = useDesk(createCallDesk, { clock: NOON });
beforeAll(async () => {
  callId = await makeCall(desk);
});

const PNG = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3).toString('base64');
const announce = (by: DeskPerson, more: object = {}) =>
  desk.as[by].post<AnnouncedViolation>('msg/announceViolation', {
    ...{ source: 'CALL', sourceId: callId, userId: desk.people.collector.id },
    ...{ reason: 'Threatened the borrower', amount: 50_000, clientRequestId: requestId() },
    ...more,
  });
const info = async (msgId: number, by: DeskPerson = 'supervisor') =>
  desk.as[by].get<ViolationInfo>(`msg/violation?msgId=${msgId}`);

describe('a violation that was seen in a call', () => {
  it('is announced with photo and penalty to all of the institution, and says who has read it', async () => {
    const { data, code } = await announce('supervisor', { base64Image: PNG });
    expect(code).toBe('00');
    const unread = await desk.as.colleague.post<Page<Announcement>>('msg/queryMsg', {});
    expect(unread.data.result).toMatchObject([
      {
        msgId: data.msgId,
        name: 'collector',
        irregularities: 'Threatened the borrower',
        processResult: '$500.00',
      },
    ]);
    expect(unread.data.result[0]!.base64Image).toContain(PNG);
    expect((await info(data.msgId)).data).toMatchObject({
      read: 0,
      source: 'CALL',
      sourceId: callId,
      base64Image: expect.stringMatching(/^data:image\//),
    });
    for (let round = 0; round < 2; round++)
      expect((await desk.as.colleague.post(`msg/updateReadMsg?msgId=${data.msgId}`, {})).code).toBe('00');
    const { readers, read, of } = (await info(data.msgId)).data;
    // The people concerned come first, whoever has read it after.
    expect([read, of, readers[0]!.name, readers[0]!.readAt, readers[1]!.name]).toEqual([
      1,
      readers.length,
      'collector',
      null,
      'colleague',
    ]);
    const emitted = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'announcement.read' AND subject_id = ${data.msgId}`);
    expect(emitted.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
      { authorId: desk.people.supervisor.id },
    ]);
  });

  it('is a warning when it costs nothing, and one for one request', async () => {
    const clientRequestId = requestId();
    const first = await announce('supervisor', { amount: null, clientRequestId });
    const again = await announce('supervisor', { amount: null, clientRequestId });
    expect(again.data).toEqual(first.data);
    expect((await info(first.data.msgId)).data.penalty).toBe('Amonestación');
  });

  it('needs somebody who supervises, sees it, and is not concerned', async () => {
    expect((await announce('leader')).code).toBe('20');
    expect((await announce('otherAdmin')).code).toBe('21');
    expect((await announce('supervisor', { userId: desk.people.colleague.id })).code).toBe('21');
    expect((await announce('supervisor', { userId: desk.people.supervisor.id })).code).toBe('20');
    expect(
      await announce('supervisor', { base64Image: Buffer.from('GIF89a').toString('base64') }),
    ).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'base64Image' }] },
    });
    const { data } = await announce('supervisor');
    expect((await info(data.msgId, 'otherAdmin')).code).toBe('21');
  });

  it('may come from a complaint about the person', async () => {
    const taskId = await openCase(desk, 'collector');
    const said = { taskId, type: 'CONDUCT', level: 1, content: 'Shouted', clientRequestId: requestId() };
    const { data } = await desk.as.supervisor.post<{ id: number }>('customer/service/create', said);
    const of = { source: 'COMPLAINT', sourceId: data.id };
    expect((await announce('supervisor', of)).code).toBe('00');
    expect((await announce('supervisor', { ...of, userId: desk.people.colleague.id })).code).toBe('21');
  });
});

describe('violations by week', () => {
  const weeks = async (by: DeskPerson) => (await desk.as[by].get<ViolationWeek[]>('msg/violationWeeks')).data;
  const listed = async ({ week }: ViolationWeek) => {
    const to = new Date(Date.parse(week) + 6 * 86_400_000).toISOString().slice(0, 10);
    const within = { kind: 'VIOLATION', from: week, to, size: 200 };
    return (await desk.as.admin.post<Page<AnnouncementRow>>('msg/queryAllMsg', within)).data.totalCount;
  };

  it('are counted as the list has them, at both ends of a week, without what was withdrawn', async () => {
    const { data } = await announce('supervisor');
    const moved = [
      '2026-11-09T05:59:59Z',
      '2026-11-09T06:00:00Z',
      '2026-11-16T05:59:59Z',
      '2026-11-16T06:00:00Z',
    ];
    for (const at of moved) {
      const { data: made } = await announce('supervisor', { clientRequestId: requestId() });
      await desk.api.rows(sql`UPDATE announcement SET created_at = ${new Date(at)} WHERE id = ${made.msgId}`);
    }
    const before = await weeks('admin');
    expect(before).toHaveLength(12);
    expect(before.map(({ week }) => new Date(week).getUTCDay())).toEqual(Array(12).fill(1));
    expect(before.at(-1)!.week).toBe('2026-11-16');
    expect(before.slice(-3).map(({ total }) => total)).toEqual([1, 2, before.at(-1)!.total]);
    for (const week of before.slice(-3)) {
      expect(await listed(week)).toBe(week.total);
      expect(Object.values(week.byOrigin).reduce((sum, count) => sum + count, 0)).toBe(week.total);
    }
    expect((await desk.as.admin.post(`msg/delete?msgId=${data.msgId}`, {})).code).toBe('00');
    expect((await weeks('admin')).at(-1)!.total).toBe(before.at(-1)!.total - 1);
    expect((await weeks('otherAdmin')).every(({ total }) => total === 0)).toBe(true);
  });
});
