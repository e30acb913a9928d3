import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type DayEvent, type DayEvents, DayEventsQuery } from '../../../contract/cases/timeline.js';
import {
  type BoardGroup,
  BoardQuery,
  type BoardRow,
  type BoardSeats,
  type BoardSummary,
  ReplayQuery,
} from '../../../contract/team/boards.js';
import { type HelpDay, HelpDayQuery } from '../../../contract/supervision/help.js';
import { ScheduleQuery, type ScheduleRow } from '../../../contract/team/schedules.js';
import { PresenceTimelineQuery } from '../../../contract/team/presence.js';
import { openApp, useBrowser } from './support/app.js';
import { type Network, Refusal } from './support/network.js';
import { push } from './support/push.js';
import { NO_ROWS } from './support/people.js';

const DAY = '2026-11-18';
const GROUP: BoardGroup = { id: 3, name: 'Team A', institutionId: 1, institutionName: 'House' };

useBrowser();

const seat = (collectorId: number, changes: Partial<BoardRow>): BoardRow => ({
  ...{ collectorId, name: `Collector ${collectorId}`, day: DAY, version: 1, ranked: true, rankedCount: 2 },
  ...{ queueId: 5, queueName: 'Early', ranking: 1, taskCount: 10, settleTaskCount: 2, settleTaskRate: 0.2 },
  ...{ payableAmount: 100_000, actualReceivedAmount: 1_000, actualReceivedRate: 0.01, purpose: 2_000 },
  ...{ finishPurposeRate: 0.5, targetUnit: 'centavos', handledCount: 3, paymentCount: 1, ...changes },
});
const seatsOf = (rows: BoardRow[], asOf = `${DAY}T18:00:00.000Z`): BoardSeats => ({
  ...{ groupId: GROUP.id, day: DAY, asOf, rows, presence: [], kept: [], cut: null },
  ranksBefore: { day: '2026-11-17', ranks: [{ collectorId: 2, queueId: 5, ranking: 3 }] },
});
const SUMMARY: BoardSummary = {
  ...{ groupId: GROUP.id, groupName: GROUP.name, day: DAY, asOf: `${DAY}T18:00:00.000Z`, uncovered: null },
  totals: {
    ...{ seats: 2, boundCases: 20, settledCases: 4, receivedAmount: 2_000, payableAmount: 200_000 },
    ...{ purpose: 4_000, targetAchievementRate: 0.5, completionRate: 0.2 },
  },
  ...{ receivedByHour: [], receivedByHourBefore: [], queues: [], products: [] },
};
const NO_HELP: HelpDay = { asked: 0, answered: 0, waiting: 0, averageSeconds: null, longestSeconds: null };
const mexico = (day: string, time: string) => new Date(`${day}T${time}:00-06:00`).toISOString();
const board = (network: Network, rows: BoardRow[]) =>
  network
    .on({ call: 'GET workSchedule/list', query: ScheduleQuery, answer: () => NO_ROWS })
    .on({ call: 'GET dashboard/groups', answer: () => [GROUP] })
    .on({ call: 'GET help/day', query: HelpDayQuery, answer: () => NO_HELP })
    .on({ call: 'GET dashboard/summaryHistory', query: BoardQuery, answer: () => SUMMARY })
    .on({ call: 'GET dashboard/personalHistory', query: BoardQuery, answer: () => seatsOf(rows) });

const event = (id: number, name: DayEvent['name'], facts: DayEvent['facts']): DayEvent => ({
  ...{ id, name, facts, kind: 'money', callId: null, actor: null, people: {}, before: null, after: null },
  ...{ effectiveAt: `${DAY}T18:00:00.000Z`, recordedAt: `${DAY}T18:00:00.000Z`, about: null },
});

function events(network: Network, total: DayEvents['total'] = { events: 2, received: 0 }): void {
  const facts = { amount: 150_000, towardsDue: 120_000, prepaid: 30_000 };
  const result = [
    event(2, 'payment.reversed', { ...facts, amountDueAfter: 270_000 }),
    event(1, 'payment.posted', { ...facts, amountDueAfter: 150_000 }),
  ];
  network
    .on({
      call: 'GET dashboard/events',
      query: DayEventsQuery,
      answer: (): DayEvents => ({
        ...{ collectorId: 7, name: 'Ana', groupId: GROUP.id, day: DAY, result, next: null },
        total,
      }),
    })
    .on({
      call: 'GET presence/timeline',
      query: PresenceTimelineQuery,
      answer: () => new Refusal('21', 'Never here'),
    });
}

it('shows what a reversal took back with a minus, and what is due after it without', async () => {
  await openApp({ at: `/dashboard/events/7/${DAY}`, role: 'leader', answers: events });
  await screen.findByText('Payment reversed');
  const [reversed, posted] = [...document.querySelectorAll('.timeline-facts')].map((facts) =>
    [...facts.querySelectorAll('dd')].map(({ textContent }) => textContent),
  );
  expect(reversed).toEqual(['-$1,500.00', '-$1,200.00', '-$300.00', '$2,700.00']);
  expect(posted).toEqual(['$1,500.00', '$1,200.00', '$300.00', '$1,500.00']);
});

it('counts what it lists, and again when the board tells that the person’s figures have moved', async () => {
  const { network } = await openApp({
    at: '/dashboard/events/7',
    role: 'leader',
    answers: (of) => events(of),
  });
  expect((await screen.findByText('2 events')).textContent).toBe('2 events');
  events(network, { events: 3, received: 50_000 });
  const { totals, receivedByHour } = SUMMARY;
  push('board.changed', { day: DAY, rows: [], figures: [[7, 9, 1, 0, 0, 0, 0, 0]], totals, receivedByHour });
  expect((await screen.findByText(/^3 events/)).textContent).toBe('3 events · Recovered amount $500.00');
});

const PAST = `/dashboardInfo/${DAY}/all/all/all/all`;
const cellOf = (id: number, column: string) =>
  waitFor(() => {
    const cell = document.querySelector<HTMLElement>(`[row-id="${id}"] [col-id="${column}"]`);
    expect(cell).not.toBeNull();
    return cell!;
  });

it.each([
  ['actualReceivedAmount', `/dashboard/events/7/${DAY}?kind=money`],
  ['taskCount', `/dashboard/cases?groupId=3&date=${DAY}&figure=bound&collectorId=7`],
  ['handledCount', `/dashboard/cases?groupId=3&date=${DAY}&figure=handled&collectorId=7`],
  ['settleTaskCount', `/dashboard/cases?groupId=3&date=${DAY}&figure=settled&collectorId=7`],
  ['queueName', '/case/list?ownerId=7'],
])('opens what the cell %s is made of by Enter', async (column, address) => {
  const { router } = await openApp({
    ...{ at: PAST, role: 'leader' },
    answers: (network) => {
      board(network, [seat(7, {})]);
      events(network);
      network.on({ call: 'POST task/list', answer: () => NO_ROWS });
    },
  });
  const opened = new Promise<string>((resolve) =>
    router.subscribe(({ navigation: { location: to } }) => to && resolve(to.pathname + to.search)),
  );
  fireEvent.keyDown(await cellOf(7, column), { key: 'Enter' });
  expect(await opened).toBe(address);
});

const EARLY = [
  seat(1, { ranking: 2, finishPurposeRate: 0.4 }),
  seat(2, { ranking: 1, finishPurposeRate: 0.5 }),
];
const LATE = { queueId: 6, queueName: 'Late' };
const BOTH = [seat(3, { ...LATE, ranking: 1 }), ...EARLY, seat(4, { ...LATE, ranking: 2 })];
const shownIds = () =>
  [...document.querySelectorAll('.board-seats [row-id]')]
    .toSorted((one, other) => Number(one.getAttribute('row-index')) - Number(other.getAttribute('row-index')))
    .map((row) => Number(row.getAttribute('row-id')));

it('sorts ranks queue by queue, and names the queues on the wall', async () => {
  const answers = (network: Network) => board(network, BOTH);
  await openApp({ at: `${PAST}?wall=1`, role: 'leader', answers });
  expect((await cellOf(3, 'queueName')).textContent).toBe('Late');
  expect(shownIds()).toEqual([2, 1, 3, 4]);
});

it('leaves the queue out on the wall of one', async () => {
  await openApp({ at: `${PAST}?wall=1`, role: 'leader', answers: (network) => board(network, EARLY) });
  await cellOf(1, 'name');
  expect(shownIds()).toEqual([2, 1]);
  expect(document.querySelector('[col-id="queueName"]')).toBeNull();
});

it('shows each minute that is looked back to in order, with the pace of that minute', async () => {
  const ranks: Record<string, [number, number]> = { '10:00': [2, 1], '14:00': [1, 2] };
  const at = (minute: string) => `/dashboardInfo/${DAY}/all/all/all/all?at=${encodeURIComponent(minute)}`;
  const { router } = await openApp({
    ...{ at: at('10:00'), role: 'leader' },
    answers: (network) =>
      board(network, []).on({
        call: 'GET dashboard/replay',
        query: ReplayQuery,
        answer: ({ query: { minute = '' } }) => {
          const asOf = mexico(DAY, minute);
          const rows = ranks[minute]!.map((ranking, index) => seat(index + 1, { ranking }));
          return { summary: { ...SUMMARY, asOf }, seats: seatsOf(rows, asOf), events: 0 };
        },
      }),
  });
  const marks = () =>
    [...document.querySelectorAll<HTMLElement>('.seat-target .bar-mark')].map(({ style }) =>
      Math.round(parseFloat(style.left)),
    );
  await waitFor(() => expect(shownIds()).toEqual([2, 1]));
  await waitFor(() => expect(marks()).toEqual([17, 17]));
  await router.navigate(at('14:00'));
  await waitFor(() => expect(shownIds()).toEqual([1, 2]));
  await waitFor(() => expect(marks()).toEqual([50, 50]));
  expect(screen.queryByRole('button', { name: /change/ })).toBeNull();
});

it.each([
  ['opened early', 2, '1'],
  ['opened late', 1, '2'],
])('shows in a board %s how far a seat moved since the working day before', async (_, ranking, places) => {
  const rows = [seat(1, { ranking: 3 }), seat(2, { ranking })];
  await openApp({ at: PAST, role: 'leader', answers: (network) => board(network, rows) });
  const cell = await cellOf(2, 'ranking');
  await waitFor(() => expect(cell.querySelector('.seat-up')?.textContent).toBe(`▲up${places}`));
  expect(document.querySelector('[row-id="1"] .seat-up, [row-id="1"] .seat-down')).toBeNull();
  expect(screen.getByText('▲▼ since the end of Nov 17')).toBeTruthy();
});

it('marks who is absent today, and counts the seats without them', async () => {
  const now = new Date().toISOString();
  const state = { state: 'ON' as const, since: now };
  const absent = {
    ...{ day: DAY, userId: 2, name: 'Collector 2', username: 'two', queueName: 'Early', status: 'ABSENT' },
    ...{ version: 2, releaseAt: null, released: false },
  } satisfies ScheduleRow;
  await openApp({
    ...{ at: '/dashboard', role: 'leader' },
    answers: (network) =>
      board(network, EARLY)
        .on({ call: 'GET dashboard/summary', query: BoardQuery, answer: () => SUMMARY })
        .on({
          call: 'GET dashboard/personal',
          query: BoardQuery,
          answer: () => ({
            ...seatsOf(EARLY),
            presence: EARLY.map(({ collectorId }) => ({ collectorId, ...state })),
          }),
        })
        .on({
          call: 'GET workSchedule/list',
          query: ScheduleQuery,
          answer: ({ query }) => (query.status === 'ABSENT' ? { result: [absent], totalCount: 1 } : NO_ROWS),
        }),
  });
  const cell = await cellOf(2, 'name');
  await waitFor(() => expect(cell.textContent).toContain('Absent'));
  expect((await cellOf(1, 'name')).textContent).not.toContain('Absent');
  const hint = screen.getByText('online / with cases; 1 absent');
  expect(hint.closest('li')!.textContent).toContain('2 / 1');
});
