import { expect } from '@playwright/test';
import type { CaseGroupCounts, CaseRow } from '../../contract/cases/cases.js';
import type { DayEvents } from '../../contract/cases/timeline.js';
import { CASE_GROUP_NAMES } from '../../contract/codes.js';
import type { Page } from '../../contract/shared/page.js';
import type { BoardCases, DayFigure } from '../../contract/team/board-cases.js';
import type {
  BoardReplay,
  BoardSeats,
  BoardSummary,
  BoardTotals,
  ScoreCard,
} from '../../contract/team/boards.js';
import type { IndicatorRow } from '../../contract/team/indicators.js';
import type { PresenceRow } from '../../contract/team/presence.js';
import type { QueueCasePage, QueueInfo } from '../../contract/team/queues.js';
import type { Ranks } from '../../contract/team/ranks.js';
import type { RepayStatistics } from '../../contract/team/statistics.js';
import { account } from './support/accounts.js';
import { callerOf } from './support/calls.js';
import { test } from './support/test.js';

/** Others' acts are still on their way from command to board now and then. */
test('a figure has one value wherever it stands', () => expect(compare).toPass({ timeout: 60_000 }));

async function compare(): Promise<void> {
  const leader = await callerOf(account('leader'));
  const summary = await leader.get<BoardSummary>('dashboard/summary');
  const seats = await leader.get<BoardSeats>('dashboard/personal');
  const { totals, groupId } = summary;
  const rows = seats.rows;
  expect(rows.length).toBeGreaterThan(3);
  expect(totals.receivedAmount).toBeGreaterThan(0);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);

  await test.step('the head of a board is the sum of its seats', () => {
    expect(totals).toMatchObject({
      seats: rows.filter(({ taskCount }) => taskCount > 0).length,
      boundCases: sum(({ taskCount }) => taskCount),
      settledCases: sum(({ settleTaskCount }) => settleTaskCount),
      receivedAmount: sum(({ actualReceivedAmount }) => actualReceivedAmount),
      payableAmount: sum(({ payableAmount }) => payableAmount),
      purpose: sum(({ purpose }) => purpose),
    } satisfies Partial<BoardTotals>);
    expect(summary.receivedByHour.reduce((total, hour) => total + hour, 0)).toBe(totals.receivedAmount);
  });

  await test.step('a target is the rate of what is payable now', async () => {
    const { result } = await leader.get<Page<IndicatorRow>>('achievementBoard/list?size=200&state=IN_FORCE');
    for (const { queueId, payableAmount, purpose } of rows) {
      const { percent } = result.find((one) => one.queueId === queueId && one.method === 'RATE_AMOUNT')!;
      expect(purpose).toBe(Math.round((Math.round(percent! * 10) * payableAmount) / 1000));
    }
  });

  await test.step('ranks, events and the log say what the board says', async () => {
    const ranks = await leader.get<Ranks>('manage/user/rank?size=200');
    const replay = await leader.get<BoardReplay>(`dashboard/replay?cut=${seats.cut}`);
    expect(replay.summary.totals).toEqual(totals);
    // A person who has left the team keeps the day's seat, but the leader may not read their events any more.
    const { result: people } = await leader.get<Page<PresenceRow>>('presence/list?size=200');
    for (const row of rows) {
      const { collectorId, ranking, finishPurposeRate, actualReceivedAmount, settleTaskCount } = row;
      const shown = { collectorId, ranking, finishPurposeRate, actualReceivedAmount, settleTaskCount };
      expect(ranks.result.find((rank) => rank.collectorId === collectorId)).toMatchObject(shown);
      expect(replay.seats.rows.find((other) => other.collectorId === collectorId)).toMatchObject(shown);
      if (!people.some((person) => person.collectorId === collectorId)) continue;
      const events = await leader.get<DayEvents>(`dashboard/events?collectorId=${collectorId}&kind=money`);
      expect(events.total!.received).toBe(actualReceivedAmount);
    }
  });

  await test.step('behind each figure stand the cases that it counts', async () => {
    const behind = (figure: DayFigure) => leader.get<BoardCases>(`dashboard/cases?figure=${figure}`);
    const { boundCases, payableAmount, settledCases, receivedAmount } = totals;
    expect(await behind('bound')).toMatchObject({ totalCount: boundCases, payable: payableAmount });
    expect(await behind('settled')).toMatchObject({ totalCount: settledCases });
    expect(await behind('received')).toMatchObject({ received: receivedAmount });
    expect(await behind('handled')).toMatchObject({
      totalCount: sum(({ handledCount }) => handledCount ?? 0),
    });
  });

  await test.step('the day’s payments and reversals are what the team received', async () => {
    const day = await leader.get<RepayStatistics>('repay/statistics/');
    expect(day.totalRepayAmount + day.reversalAmount).toBe(totals.receivedAmount);
  });

  await test.step('uncovered cases are as many on the board as in their list', async () => {
    const { totalCount } = await leader.get<QueueCasePage>(`allocation/uncovered?groupId=${groupId}`);
    expect(totalCount).toBe(summary.uncovered);
  });

  await test.step('a queue counts the cases that its lists hold', async () => {
    const queues = await leader.get<Page<QueueInfo>>('management/queue/list/?size=200');
    for (const { id, waiting, assigned } of queues.result) {
      const list = (state: string) =>
        leader.get<QueueCasePage>(`management/queue/tasks/${id}?state=${state}`);
      expect({
        waiting: (await list('waiting')).totalCount,
        assigned: (await list('assigned')).totalCount,
      }).toEqual({
        waiting,
        assigned,
      });
    }
  });

  await test.step('a collector’s own screen says the same', async () => {
    const member = await callerOf(account('member'));
    const card = await member.raw<ScoreCard>('achievementBoard/queryAgentAchievement');
    const seat = rows.find(({ collectorId }) => collectorId === card.collectorId);
    expect(seat).toMatchObject({ ...card });
    const day = await member.get<RepayStatistics>('repay/statistics/');
    expect(day.totalRepayAmount + day.reversalAmount).toBe(card.actualReceivedAmount);
    for (const who of [member, leader]) {
      const counts = await who.get<CaseGroupCounts>('task/counts');
      for (const group of CASE_GROUP_NAMES) {
        const { totalCount } = await who.get<Page<CaseRow>>(`task/listing?group=${group}`);
        expect({ group, count: totalCount }).toEqual({ group, count: counts[group] });
      }
    }
  });
}
