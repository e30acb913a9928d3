import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from '../../../contract/shared/page.js';
import type { InboxItem } from '../../../contract/inbox.js';
import { KEPT_DAYS } from '../../../server/domain/retention/retention.rules.js';
import { RetentionService } from '../../../server/features/retention/retention.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { grant } from '../../support/tree.js';
import { useDesk } from '../../support/site.js';
import { TestSocket } from '../../support/sockets.js';
import { createDesk, openCase, type DeskPerson } from '../cases/desk.js';
import { done, inboxesOf } from './desk.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

const sockets: TestSocket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.close();
});
const { desk, workers } = useDesk(createDesk, { workers: true });
const { list, unread } = inboxesOf(desk);
beforeEach(async () => {
  await desk.api.rows(sql`DELETE FROM inbox_item`);
});

async function bind(count: number, to: DeskPerson = 'collector'): Promise<number[]> {
  const taskIds: number[] = [];
  for (let index = 0; index < count; index++) taskIds.push(await openCase(desk, null));
  const agentId = desk.people[to].id;
  await done(desk.as.leader, 'management/task/batchBindAgent', { taskIds, agentId });
  return taskIds;
}
const only = async (who: DeskPerson) => (await list(who, 'ALL')).result[0]!;
async function browser(who: DeskPerson) {
  const socket = await TestSocket.open(desk.as[who]);
  sockets.push(socket);
  const pushes = () =>
    socket.of('tags.changed').filter(({ data }) => data.tags.some(({ type }) => type === 'Inbox'));
  const pushed = () =>
    socket.next('tags.changed', ({ data }) => data.tags.some(({ type }) => type === 'Inbox'));
  return { pushes, pushed };
}

describe('an inbox', () => {
  it('keeps one row for a cause until it is read', async () => {
    await bind(2);
    const [, last] = [await bind(1), (await bind(1))[0]];
    const { result, totalCount } = await list('collector');
    expect(totalCount).toBe(1);
    expect(result).toMatchObject([{ cause: 'CASES_ASSIGNED', times: 4, subjectId: last, readAt: null }]);
    await done(desk.as.collector, 'inbox/read', { id: result[0]!.id });
    await bind(1);
    expect((await list('collector', 'ALL')).result.map(({ times }) => times)).toEqual([1, 4]);
    expect(await unread('collector')).toBe(1);
  });

  it('is pushed within a second, to that person alone, and read on all devices at once', async () => {
    const [one, other, colleague] = [
      await browser('collector'),
      await browser('collector'),
      await browser('colleague'),
    ];
    const began = Date.now();
    await bind(1);
    await Promise.all([one.pushed(), other.pushed()]);
    expect(Date.now() - began).toBeLessThan(SECOND_MS);
    const before = other.pushes().length;
    await done(desk.as.collector, 'inbox/read', { id: (await only('collector')).id });
    const reader = await browser('colleague');
    await bind(1, 'colleague');
    await reader.pushed();
    expect(other.pushes().length).toBeGreaterThan(before);
    // The relay keeps the order: the colleague was sent the own one and no other.
    expect(colleague.pushes()).toHaveLength(1);
  });

  it('holds nothing of others', async () => {
    await bind(1);
    const { id } = await only('collector');
    for (const who of ['colleague', 'leader', 'admin'] as const) {
      expect((await desk.as[who].post('inbox/read', { id })).code).toBe('21');
      const until = new Date(Date.now() + HOUR_MS).toISOString();
      expect((await desk.as[who].post('inbox/snooze', { id, until })).code).toBe('21');
      await done(desk.as[who], 'inbox/readAll', {});
      expect((await list(who, 'ALL')).totalCount).toBe(0);
    }
    expect(await only('collector')).toMatchObject({ id, readAt: null, snoozedUntil: null });
  });

  it('hides a snoozed item until its time, or until more of its cause comes', async () => {
    await bind(1);
    const { id } = await only('collector');
    const snooze = (ms: number) =>
      done(desk.as.collector, 'inbox/snooze', { id, until: new Date(Date.now() + ms).toISOString() });
    await snooze(HOUR_MS);
    expect([await unread('collector'), (await list('collector')).totalCount]).toEqual([0, 0]);
    expect((await list('collector', 'ALL')).totalCount).toBe(1);
    await snooze(-1);
    expect(await unread('collector')).toBe(1);
    await snooze(HOUR_MS);
    await bind(1);
    expect(await only('collector')).toMatchObject({ id, times: 2, snoozedUntil: null });
  });

  it('is empty once all is read, which may be said twice', async () => {
    await bind(1);
    await done(desk.as.collector, 'inbox/readAll', {});
    const { readAt } = await only('collector');
    await done(desk.as.collector, 'inbox/readAll', {});
    expect(readAt).not.toBeNull();
    expect((await only('collector')).readAt).toBe(readAt);
    expect(await unread('collector')).toBe(0);
  });

  it('shows no cause that the person may not read any more', async () => {
    await bind(1);
    expect(await unread('collector')).toBe(1);
    await grant(desk.api, desk.org.institutionId, 'member', { less: ['case:read'] });
    expect(await unread('collector')).toBe(0);
    await grant(desk.api, desk.org.institutionId, 'member', {});
  });

  it('is kept for its days', async () => {
    await bind(1);
    const purge = () => workers.get(RetentionService, { strict: false }).purge();
    const age = async (hours: number) => {
      const at = new Date(Date.now() - KEPT_DAYS.inboxItem * 24 * HOUR_MS - hours * HOUR_MS);
      await desk.api.rows(sql`UPDATE inbox_item SET told_at = ${at}`);
    };
    await age(-1);
    expect(await purge()).toMatchObject({ inbox_item: 0 });
    await age(1);
    expect(await purge()).toMatchObject({ inbox_item: 1 });
  });
});

describe('"for me"', () => {
  it('is what is addressed to this person alone', async () => {
    const complaint = {
      taskId: await openCase(desk, 'collector'),
      type: 'CONDUCT',
      level: 2,
      content: 'Shouted',
    };
    const { id } = await done(desk.as.admin, 'customer/service/create', complaint);
    const causes = async (view: 'UNREAD' | 'MINE') => {
      const { data } = await desk.as.supervisor.get<Page<InboxItem>>(`inbox/list?view=${view}`);
      return data.result.map(({ cause }) => cause);
    };
    expect(await causes('UNREAD')).toEqual(['COMPLAINT_OPENED']);
    expect(await causes('MINE')).toEqual([]);
    await done(desk.as.admin, 'customer/service/allocate', { id, handlerId: desk.people.supervisor.id });
    expect(await causes('MINE')).toEqual(['COMPLAINT_ALLOCATED']);
  });
});
