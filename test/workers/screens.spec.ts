import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENTS, type EventName } from '../../contract/events.js';
import { DEFAULT_LIMITS } from '../../contract/messages.js';
import { DEFAULT_WEIGHTS } from '../../contract/priorities.js';
import type { Tag } from '../../contract/realtime.js';
import { DEFAULT_POLICY } from '../../server/features/guard/policy/policy.rules.js';
import { SCREENS, type Screen } from '../../workers/screens.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';
import { startWorkers } from '../support/workers.js';

let stack: Stack;
let api: Api;
let org: Org;
let admin: Client;
let workers: INestApplicationContext;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  workers = await startWorkers();
  org = await createOrg(api);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await workers.close();
  await api.close();
  await stack.close();
});

async function browserOf(institutionId: number): Promise<TestSocket> {
  const person = await createUser(api, org, 'admin', { institutionId, groupId: null });
  const socket = await TestSocket.open(await signedIn(api, person));
  sockets.push(socket);
  return socket;
}

it.each<[Tag['type'], string, object]>([
  ['Weights', 'priorities/weights', { version: 0, weights: DEFAULT_WEIGHTS }],
  ['MessageLimits', 'sms/limit/config/update', { version: 0, ...DEFAULT_LIMITS }],
  ['GuardPolicy', 'guard/policy', { version: 0, policy: DEFAULT_POLICY, note: '' }],
  ['GuardPolicy', 'guard/deviceData', { purpose: 'KEEP', act: 'request' }],
])(
  'a change of %s is told to every browser of its institution, and to none of another',
  async (type, path, body) => {
    const [mine, strangers] = [await browserOf(org.institutionId), await browserOf(org.otherInstitutionId)];
    const isIt = ({ data }: { data: { tags: Tag[] } }) => data.tags.some((tag) => tag.type === type);
    expect(await admin.post(path, body)).toMatchObject({ code: '00' });
    expect((await mine.next('tags.changed', isIt)).room).toBe(`institution:${org.institutionId}`);
    expect(strangers.of('tags.changed').filter(isIt)).toEqual([]);
  },
);

describe('the table of screens', () => {
  const names = Object.keys(EVENTS) as EventName[];
  const screens = SCREENS as Partial<Record<EventName, Screen>>;
  const carrying = (...fields: string[]) =>
    names.filter((name) => fields.every((field) => field in EVENTS[name].shape));

  it('tells both collectors of every event that moves a case', () => {
    const moving = carrying('from', 'to');
    expect(moving).toContain('case.merged');
    for (const name of moving) {
      const told = screens[name]?.tells?.({ caseId: 1, from: 2, to: 3, reason: null } as never);
      expect(told).toMatchObject([
        { to: ['user:2'], name: 'case.moved', data: { direction: 'out' }, leaves: 'case:1' },
        { to: ['user:3'], name: 'case.moved', data: { direction: 'in' } },
      ]);
    }
  });

  it('shows every event of a call', () => {
    expect(carrying('callId').filter((name) => !screens[name]?.call)).toEqual([]);
  });

  it('shows every event of a case, but for what the night does to all of them', () => {
    const unseen = carrying('caseId').filter((name) => !screens[name]);
    expect(unseen).toEqual(['case.opened', 'case.accrued']);
  });
});
