import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from '../../../contract/shared/page.js';
import type { SoftphoneInfo } from '../../../contract/contact/softphones.js';
import type { UserInfo, UserWork } from '../../../contract/administration/users.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCallDesk, makeCall, NOON } from '../calls/desk.js';
import { openCase } from '../cases/desk.js';
import { signedIn, type Client } from '../../support/org.js';
import { useDesk } from '../../support/site.js';

let taskId: number;

const { desk } = useDesk(createCallDesk, { clock: NOON });
beforeEach(async () => {
  taskId = await openCase(desk, 'collector');
});

const collector = () => desk.people.collector;
const setStatus = (more: object, who: Client = desk.as.admin) =>
  who.post<{ work?: UserWork }>('manage/user/setStatus', { userId: collector().id, enabled: false, ...more });
const info = async () => (await desk.as.admin.get<UserInfo>(`manage/user/info?id=${collector().id}`)).data;
const owners = async () =>
  (
    await desk.api.rows<{ ownerId: number | null; status: string }>(sql`
      SELECT owner_id AS ownerId, status FROM collection_case WHERE id = ${taskId}`)
  )[0]!;
const left = async () =>
  desk.api.rows<{ reason: string }>(sql`
    SELECT e.id FROM domain_event e WHERE e.name = 'case.released' AND e.case_id = ${taskId}`);

describe('whoever has work in hand', () => {
  it('is not disabled before it is said what it is, and then with it in one command', async () => {
    const session = await signedIn(desk.api, collector());
    const refused = await setStatus({});
    expect(refused.code).toBe('23');
    const [{ open }] = (await desk.api.rows(sql`
      SELECT COUNT(*) AS open FROM collection_case WHERE owner_id = ${collector().id} AND is_open = 1`)) as [
      { open: number },
    ];
    expect(refused.data.work).toMatchObject({ cases: open, promises: 0, calls: 0 });
    expect(refused.data.work!.named.length).toBe(Math.min(5, open));
    const { agentId, queues } = refused.data.work!;
    expect([agentId, queues.reduce((sum, { cases }) => sum + cases, 0)]).toEqual([collector().id, open]);
    const { id, cases } = queues[0]!;
    const given = await desk.as.admin.get<{ totalCount: number }>(
      `management/queue/tasks/${id}?state=assigned&agentId=${agentId}`,
    );
    expect(given.data.totalCount).toBe(cases);
    expect((await info()).enabled).toBe(true);
    expect((await session.get('login/currentUser')).code).toBe('00');

    expect((await setStatus({ release: true })).code).toBe('00');
    expect(await owners()).toEqual({ ownerId: null, status: 'C00' });
    expect(await left()).toHaveLength(1);
    expect((await session.get('login/currentUser')).code).toBe('02');
    expect((await setStatus({ enabled: true })).code).toBe('00');
  });

  it('is not moved either; a flag moves nobody', async () => {
    const seen = await info();
    const save = (more: object) =>
      desk.as.admin.post<{ work?: UserWork }>('manage/user/createOrUpdate', { ...seen, ...more });
    expect((await save({ autoDial: !seen.autoDial })).code).toBe('00');
    const now = { ...(await info()), groupId: desk.org.otherGroupId };
    const refused = await save(now);
    expect(refused).toMatchObject({ code: '23', data: { work: { cases: 1 } } });
    expect((await save({ ...now, release: true })).code).toBe('00');
    expect((await owners()).ownerId).toBeNull();
    await save({ ...(await info()), groupId: desk.org.groupId });
  });

  it('is hung up', async () => {
    // Whoever was moved has been signed out, and whoever was disabled has no telephone.
    const free = await desk.as.admin.get<Page<SoftphoneInfo>>('softPhone/list?bound=unbound');
    const phone = { id: free.data.result[0]!.id, act: 'bind', agentId: collector().id };
    expect((await desk.as.admin.post('softPhone/operator', phone)).code).toBe('00');
    desk.as.collector = await signedIn(desk.api, collector());
    const callId = await makeCall(desk);
    expect((await setStatus({})).data.work).toMatchObject({ calls: 1 });
    expect((await setStatus({ release: true })).code).toBe('00');
    const [call] = await desk.api.rows<{ isLive: number | null }>(sql`
      SELECT is_live AS isLive FROM phone_call WHERE id = ${callId}`);
    expect(call!.isLive).toBeNull();
    await setStatus({ enabled: true });
  });

  it('gets no case in the same moment', async () => {
    const free = await Promise.all(Array.from({ length: 6 }, () => openCase(desk, 'colleague')));
    const bind = (id: number) =>
      desk.as.leader.post('management/task/batchBindAgent', { taskIds: [id], agentId: collector().id });
    await Promise.all([...free.map(bind), setStatus({ release: true })]);
    const [found] = await desk.api.rows<{ open: number }>(sql`
      SELECT COUNT(*) AS open FROM collection_case c JOIN user u ON u.id = c.owner_id
      WHERE u.id = ${collector().id} AND u.enabled = 0 AND c.is_open = 1`);
    expect(found!.open).toBe(0);
    await setStatus({ enabled: true });
  });

  it('is somebody else’s for whoever may not manage people', async () => {
    expect((await setStatus({ release: true }, desk.as.leader)).code).toBe('20');
    expect((await setStatus({ release: true }, desk.as.otherAdmin)).code).toBe('21');
  });
});
