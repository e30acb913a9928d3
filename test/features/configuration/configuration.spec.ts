import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApprovalRow } from '../../../contract/administration/approvals.js';
import type { CaseInfo } from '../../../contract/cases/cases.js';
import type { Role } from '../../../contract/codes.js';
import type {
  ConfiguredAnswer,
  ConfiguredSaved,
  ConfiguredVersion,
  SystemLimits,
} from '../../../contract/administration/configuration.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { eventually } from '../../support/eventually.js';
import { TestSocket } from '../../support/sockets.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';
import { createDesk, openCase, type Desk } from '../cases/desk.js';

let stack: Stack;
let desk: Desk;
let other: Api;
let workers: INestApplicationContext;
let second: Client;

beforeAll(async () => {
  stack = await createStack();
  desk = await createDesk();
  other = await startApi();
  workers = await startWorkers();
  second = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin', { name: 'second' }));
});
afterAll(async () => {
  await workers.close();
  await other.close();
  await desk.api.close();
  await stack.close();
});

type Numbers = ConfiguredAnswer<'numbers'>;
const numbers = async (client = desk.as.admin) => (await client.get<Numbers>('manage/config/query')).data;
const show = async (roles: Role[], more: object = {}) => {
  const { version } = await numbers();
  const saved = await desk.as.admin.post<ConfiguredSaved>('manage/config/update', {
    version,
    roles,
    ...more,
  });
  return saved.data?.approvalId ? approved(saved.data.approvalId) : saved;
};
const approved = (id: number, client = second, approve = true) =>
  client.post('approval/decide', { id, version: 1, approve, answer: 'Yes', clientRequestId: `config-${id}` });
const MASKED = /•/;
const SECOND = 1_000;

describe('manage/config: who sees numbers in full', () => {
  it('is nobody by default, and each change is a version with who made it', async () => {
    expect(await numbers()).toMatchObject({ version: 0, roles: [], changedBy: null, history: [] });
    expect(await show(['leader'])).toMatchObject({ code: '00' });
    await show(['leader', 'member']);
    expect(await numbers()).toMatchObject({
      ...{ version: 2, roles: ['leader', 'member'], changedBy: 'admin' },
      history: [
        { version: 2 },
        { version: 1, roles: ['leader'] },
        { version: 0, roles: [], changedAt: null },
      ],
    });
    const history = await desk.as.admin.get<Page<ConfiguredVersion<'numbers'>>>(
      'manage/config/history?page=2&size=1',
    );
    expect(history.data).toMatchObject({ result: [{ version: 1 }], totalCount: 2 });
  });

  it('tells the difference in an event', async () => {
    const [event] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'numberViewers.changed' ORDER BY id DESC LIMIT 1`);
    expect(JSON.parse(event!.payload)).toMatchObject({
      version: 2,
      changes: { roles: { before: ['leader'], after: ['leader', 'member'] } },
    });
  });

  it('reaches an open browser within a second, and another server with it', async () => {
    const taskId = await openCase(desk, 'collector');
    const page = await signedIn(other, desk.people.collector);
    const phone = async () => (await page.get<CaseInfo>(`task/info/${taskId}`)).data.borrowerPhone;
    await show(['member']);
    expect(await phone()).not.toMatch(MASKED);
    const socket = await TestSocket.open(page);
    await show([]);
    await eventually(() => {
      const refetched = socket.of('tags.changed').flatMap(({ data }) => data.tags.map(({ type }) => type));
      expect(refetched).toEqual(expect.arrayContaining(['Case', 'CaseList']));
    }, SECOND);
    expect(await phone()).toMatch(MASKED);
    socket.close();
  });

  it('holds for the institutions below, as long as they say nothing else', async () => {
    const { institutionId, otherInstitutionId } = desk.org;
    await desk.api.rows(sql`
      UPDATE institution SET path = ${`/${institutionId}/${otherInstitutionId}/`} WHERE id = ${otherInstitutionId}`);
    await show(['supervisor']);
    expect(await numbers(desk.as.otherAdmin)).toMatchObject({ version: 0, roles: ['supervisor'] });
    const own = { version: 0, roles: [] };
    expect((await desk.as.otherAdmin.post('manage/config/update', own)).code).toBe('00');
    expect(await numbers(desk.as.otherAdmin)).toMatchObject({ version: 1, roles: [] });
    expect(await numbers()).toMatchObject({ roles: ['supervisor'] });
  });

  it('refuses an older version with what is in force, repeats itself once, and is an administrator’s', async () => {
    const { version } = await numbers();
    expect(await desk.as.admin.post('manage/config/update', { version: 1, roles: [] })).toMatchObject({
      code: '23',
      data: { inForce: { version } },
    });
    const twice = { version, roles: [], clientRequestId: 'config-twice' };
    const answers = [
      await desk.as.admin.post('manage/config/update', twice),
      await desk.as.admin.post('manage/config/update', twice),
    ];
    expect(answers.map(({ code, data }) => [code, data])).toEqual([
      ['00', { version: version + 1, approvalId: null }],
      ['00', { version: version + 1, approvalId: null }],
    ]);
    for (const person of ['collector', 'leader', 'supervisor'] as const)
      expect((await desk.as[person].get('manage/config/query')).code).toBe('20');
    expect((await show(['boss' as Role])).code).toBe('22');
  });
});

describe('menu/getSysConfig: how much one person takes out', () => {
  it('is what the host is configured for until an administrator says otherwise', async () => {
    const { data } = await desk.as.admin.get<ConfiguredAnswer<'limits'>>('menu/getSysConfig');
    expect(data).toMatchObject({ version: 0, exportFiles: 20, exportRows: 50_000, revealsPerHour: 60 });
  });

  it('limits files and shown numbers at once', async () => {
    const terms = { privacyAnswerDays: 28, privacyKeptDays: 0 };
    const limits = { exportFiles: 1, exportRows: 50_000, revealsPerHour: 1, ...terms };
    expect((await desk.as.admin.post('menu/updateSysConfig', { version: 0, ...limits })).code).toBe('00');
    const leader = await signedIn(desk.api, await createUser(desk.api, desk.org, 'leader'));
    const file = async () => (await leader.agent.get('/api/task/listing?output=1')).type;
    expect([await file(), await file()]).toEqual(['text/csv', 'application/json']);
    const taskId = await openCase(desk, 'collector');
    const reveal = async () =>
      (await leader.post('task/getRealPhone', { taskId, contactId: 'borrower', purpose: 'CALL' })).code;
    expect([await reveal(), await reveal()]).toEqual(['00', '31']);
  });
});

describe('what lets more out', () => {
  const limits = async () => (await desk.as.admin.get<ConfiguredAnswer<'limits'>>('menu/getSysConfig')).data;
  const raised = async (more: Partial<SystemLimits>) => {
    const { version, history: _, waiting: __, changedAt: ___, changedBy: ____, ...inForce } = await limits();
    const change = { ...inForce, ...more, version };
    return desk.as.admin.post<ConfiguredSaved>('menu/updateSysConfig', change);
  };

  it('waits for a second administrator, with what it changes, and holds as it was asked for', async () => {
    const before = await limits();
    const { data } = await raised({ exportFiles: before.exportFiles + 9, privacyAnswerDays: 20 });
    expect(data).toEqual({ version: before.version, approvalId: expect.any(Number) });
    expect(await limits()).toMatchObject({
      ...{ version: before.version, exportFiles: before.exportFiles },
      waiting: { mine: true, requestedBy: 'admin', document: { exportFiles: before.exportFiles + 9 } },
    });
    expect((await raised({ exportRows: 99_999 })).code).toBe('23');
    const { data: list } = await second.get<Page<ApprovalRow>>('approval/list?status=WAITING');
    expect(list.result).toMatchObject([
      {
        kind: 'LIMITS_MORE',
        changes: { exportFiles: { before: before.exportFiles, after: before.exportFiles + 9 } },
      },
    ]);
    expect((await approved(data.approvalId!, desk.as.admin)).code).toBe('20');
    expect((await approved(data.approvalId!)).code).toBe('00');
    expect(await limits()).toMatchObject({
      ...{ version: before.version + 1, exportFiles: before.exportFiles + 9, privacyAnswerDays: 20 },
      ...{ changedBy: 'admin', waiting: null },
    });
  });

  it('is lowered by one administrator at once, and by nobody raised over what has changed meanwhile', async () => {
    const { approvalId } = (await raised({ revealsPerHour: 900 })).data;
    expect((await raised({ revealsPerHour: 0 })).data.approvalId).toBeNull();
    expect((await approved(approvalId!)).code).toBe('23');
    expect((await limits()).revealsPerHour).toBe(0);
    const end = { id: approvalId, version: 1, clientRequestId: 'config-end' };
    expect((await desk.as.admin.post('approval/end', end)).code).toBe('00');
  });

  it('is a role more that sees whole numbers, and no role less', async () => {
    const { version } = await numbers();
    const more = { version, roles: ['member'] };
    const asked = await desk.as.admin.post<ConfiguredSaved>('manage/config/update', more);
    expect(asked.data.approvalId).not.toBeNull();
    expect((await numbers()).roles).not.toContain('member');
    await approved(asked.data.approvalId!, second, false);
    expect(await numbers()).toMatchObject({ version, waiting: null });
  });
});
