import { afterAll, describe, expect, it } from '@jest/globals';
import { EVENTS, type EventName } from '../../contract/events/events.js';
import { DEFAULT_LIMITS } from '../../contract/contact/messages.js';
import { DEFAULT_WEIGHTS } from '../../contract/cases/priorities.js';
import type { PushEnvelope, MessageName, Tag } from '../../contract/realtime.js';
import { DEFAULT_POLICY } from '../../server/domain/contact-compliance/policy/policy.rules.js';
import { SYSTEM } from '../../server/platform/auth/actor.js';
import { Ids } from '../../server/platform/db/ids.js';
import { UnitOfWork } from '../../server/platform/db/unit-of-work.js';
import { sql } from '../../server/platform/db/sql.js';
import { changesOf } from '../../server/domain/score-cards/score-card.rules.js';
import { PUSH_RULES } from '../../server/platform/push/push-rules.js';
import type { EventRule } from '../../server/platform/push/push-kinds.js';
import { DECISIONS } from '../../workers/decisions.js';
import { createUser, signedIn } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { useSite } from '../support/site.js';
import { below, rightsChanged } from '../support/tree.js';

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

it('a policy of the institution above is told to whom it binds', async () => {
  const child = await below(api, { id: org.institutionId, path: `/${org.institutionId}/` }, 'NORTE-3');
  const browser = await browserOf(child.id);
  const boss = await signedIn(api, await createUser(api, org, 'admin'));
  const { version } = (await boss.get<{ version: number }>('guard/policy')).data;
  await boss.post('guard/policy', { version, policy: DEFAULT_POLICY, note: '' });
  await browser.next('tags.changed', ({ data }) => data.tags.some(({ type }) => type === 'GuardPolicy'));
});

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
  const tagsIn = (institutionId: number, type: Tag['type']) => (frame: PushEnvelope<'tags.changed'>) =>
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

it('cases that open move the counts of queues at most once a second, however many they are', async () => {
  const browser = await browserOf(org.institutionId);
  const isQueue = ({ room, data }: PushEnvelope<'tags.changed'>) =>
    room === `institution:${org.institutionId}` && data.tags.some(({ type }) => type === 'Queue');
  const opened = async (from: number) => {
    await api.get(UnitOfWork).transact(SYSTEM, (tx) => {
      for (let caseId = from; caseId < from + 20; caseId++)
        tx.emit('case.opened', {
          ...{ caseId, loanItemId: caseId, queueId: org.queueId, institutionId: org.institutionId },
          ...{ amount: 100, previousCaseId: null },
        });
      return Promise.resolve();
    });
  };
  const begun = Date.now();
  for (let part = 1; part < 12; part++) await opened(9_000_000 + 100 * part);
  const before = Date.now();
  await opened(9_100_000);
  await browser.next('tags.changed', (frame) => isQueue(frame) && frame.at >= before);
  const seconds = (Date.now() - begun) / 1_000;
  const seen = browser.of('tags.changed').filter(isQueue).length;
  expect(seen).toBeGreaterThanOrEqual(1);
  expect(seen).toBeLessThanOrEqual(1 + Math.ceil(seconds));
});

const MESSAGES: Record<MessageName, true> = {
  'scoreCard.changed': true,
  'board.changed': true,
  'presence.changed': true,
  'board.kept': true,
  'board.uncovered': true,
  'case.changed': true,
  'cases.changed': true,
  'case.moved': true,
  'cases.assigned': true,
  'promise.broken': true,
  'request.opened': true,
  'request.decided': true,
  'seatGap.found': true,
  'deduction.changed': true,
  'deduction.doubled': true,
  'call.changed': true,
  'monitoring.recorded': true,
  'liveCalls.changed': true,
  'decision.made': true,
  'tags.changed': true,
  'announcement.published': true,
  'rights.changed': true,
  'session.ended': true,
  'case.presence': true,
};

/** The payloads that events of all kinds carry. */
const EVERYTHING = {
  ...{
    caseId: 1,
    from: 2,
    to: 3,
    reason: null,
    statusAfter: 'C01',
    collectorId: 2,
    senderId: 2,
    creditedTo: 2,
  },
  ...{
    amount: 1,
    result: 'PTP',
    firstAction: true,
    channel: 'SMS',
    kind: 'NOTICE',
    status: 'BROKEN',
    ownerId: 2,
  },
  ...{
    groupId: 4,
    groupIds: [4],
    requestedBy: 2,
    agentId: 2,
    heardBy: [5],
    institutionId: 5,
    userId: 2,
    shown: true,
  },
};

describe('the table of pushes', () => {
  const { events, models, progress, sockets, takeover } = PUSH_RULES;
  const names = Object.keys(EVENTS) as EventName[];
  const rules = events as Partial<Record<EventName, EventRule>>;
  const pushesOf = (name: EventName) => rules[name]?.pushes?.(EVERYTHING as never) ?? [];
  const carrying = (...fields: string[]) =>
    names.filter((name) => fields.every((field) => field in EVENTS[name].shape));
  const flagged = (flag: keyof EventRule) => names.filter((name) => rules[name]?.[flag]).sort();

  it('has a row for every message of the contract', () => {
    const of = ({ name }: { name: MessageName }) => name;
    const rows = { ...models, ...progress, ...sockets } as unknown as Record<
      string,
      { message: (data: unknown) => { name: MessageName } }
    >;
    const few = { behaviours: [], calls: [], types: [], length: 0, [Symbol.iterator]: [][Symbol.iterator] };
    const sent = [
      takeover.name,
      ...names.flatMap((name) => pushesOf(name).map(of)),
      ...Object.values(rows).map(({ message }) => message(few).name),
    ];
    expect([...new Set(sent)].sort()).toEqual(Object.keys(MESSAGES).sort());
    expect([models.board, models.kept, models.uncovered].map(({ to }) => to(7))).toEqual(
      Array(3).fill('board:7'),
    );
  });

  it("leads every event of a collector's day to the card and the board", () => {
    const changing = names.filter((name) => changesOf({ name, payload: EVERYTHING as never }).length > 0);
    expect(flagged('kept')).toEqual(['promise.reopened', 'promise.settled']);
    expect(flagged('figures')).toEqual([...changing, ...flagged('kept'), 'day.opened'].sort());
  });

  it('leads every record of an act to its supervisors, and every second word to administrators', () => {
    expect(flagged('act')).toEqual(carrying('behaviourId').sort());
    expect(flagged('decision')).toEqual(Object.keys(DECISIONS).sort());
  });

  it('sends both collectors every event that moves a case', () => {
    const moving = carrying('from', 'to');
    expect(moving).toContain('case.merged');
    for (const name of moving)
      expect(pushesOf(name)).toMatchObject([
        { to: ['user:2'], name: 'case.moved', data: { direction: 'out' }, leaves: 'case:1' },
        { to: ['user:3'], name: 'case.moved', data: { direction: 'in' } },
      ]);
  });

  it('sends no move of a case that a plan hands out with others', () => {
    const handedOut = { ...EVERYTHING, reason: 'ALLOCATION' };
    expect(rules['case.assigned']?.pushes?.(handedOut as never)).toEqual([]);
  });

  it('sends the newest state of a seat, and of two days the later', () => {
    const { merge } = models.board.pace!;
    const seat = (day: string, name: string) =>
      ({ day, rows: [{ collectorId: 1, name }], figures: [] }) as never;
    const [before, next] = [seat('2026-11-22', 'before'), seat('2026-11-22', 'next')];
    const tomorrow = seat('2026-11-23', 'tomorrow');
    expect(merge(before, next)).toEqual(next);
    expect([merge(before, tomorrow), merge(tomorrow, before)]).toEqual([tomorrow, tomorrow]);
  });

  it('shows every event of a call', () => {
    const ofCalls = carrying('callId').filter((name) => name.startsWith('call.'));
    expect(ofCalls.filter((name) => !rules[name]?.call)).toEqual([]);
  });

  it('shows every event of a case, but for what the night does to all of them', () => {
    const unseen = carrying('caseId').filter((name) => !rules[name]);
    expect(unseen).toEqual(['case.accrued']);
  });
});
