import { afterAll, describe, expect, it } from '@jest/globals';
import { EVENTS, type EventName } from '../../contract/events/events.js';
import { DEFAULT_LIMITS } from '../../contract/contact/messages.js';
import { DEFAULT_WEIGHTS } from '../../contract/cases/priorities.js';
import type { Frame, Tag } from '../../contract/realtime.js';
import { DEFAULT_POLICY } from '../../server/domain/contact-compliance/policy/policy.rules.js';
import { Ids } from '../../server/platform/db/ids.js';
import { sql } from '../../server/platform/db/sql.js';
import { SCREENS, type Screen } from '../../workers/screens.js';
import { createUser, signedIn } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { useSite } from '../support/site.js';
import { rightsChanged } from '../support/tree.js';

const sockets: TestSocket[] = [];

afterAll(() => {
  for (const socket of sockets) socket.close();
});
const { api, org, admin } = useSite({ workers: true, people: { admin: 'admin' } });

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
  ['Configuration', 'manage/config/update', { version: 0, roles: [] }],
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

it('what changes in a child institution is told to who supervises its parent, and not the other way', async () => {
  const childId = await api.get(Ids).take();
  const path = `/${org.institutionId}/${childId}/`;
  await api.rows(sql`
    INSERT INTO institution (id, code, name, parent_id, path)
    VALUES (${childId}, 'NORTE-2', 'NORTE-2', ${org.institutionId}, ${path})`);
  await rightsChanged(api);
  const childAdmin = await signedIn(
    api,
    await createUser(api, org, 'admin', { institutionId: childId, groupId: null }),
  );
  const [parent, child, stranger] = [
    await browserOf(org.institutionId),
    await browserOf(childId),
    await browserOf(org.otherInstitutionId),
  ];
  const tagsIn = (institutionId: number, type: Tag['type']) => (frame: Frame<'tags.changed'>) =>
    frame.room === `institution:${institutionId}` && frame.data.tags.some((tag) => tag.type === type);
  const queueOf = (institutionId: number) => ({
    ...{ institutionId, code: `Q-${institutionId}`, name: 'Late', type: 'MANUAL', longAgingDpd: null },
    ...{
      plannedCases: null,
      perCapitaMin: 0,
      perCapitaMax: 60,
      seatsMin: 0,
      seatsMax: null,
      firstActionDays: 1,
      reminderTemplateId: null,
    },
  });
  for (const [who, institutionId] of [
    [childAdmin, childId],
    [admin, org.institutionId],
  ] as const)
    expect((await who.post('management/queue/createOrUpdate', queueOf(institutionId))).code).toBe('00');
  await parent.next('tags.changed', tagsIn(childId, 'Queue'));
  await child.next('tags.changed', tagsIn(childId, 'Queue'));
  await parent.next('tags.changed', tagsIn(org.institutionId, 'Queue'));
  expect(child.frames.filter(({ room }) => room === `institution:${org.institutionId}`)).toEqual([]);
  expect(
    stranger.of('tags.changed').filter(({ data }) => data.tags.some(({ type }) => type === 'Queue')),
  ).toEqual([]);
});

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
    const ofCalls = carrying('callId').filter((name) => name.startsWith('call.'));
    expect(ofCalls.filter((name) => !screens[name]?.call)).toEqual([]);
  });

  it('shows every event of a case, but for what the night does to all of them', () => {
    const unseen = carrying('caseId').filter((name) => !screens[name]);
    expect(unseen).toEqual(['case.opened', 'case.accrued']);
  });
});
