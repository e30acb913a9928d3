import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { DayEventsQuery, type DayEvents } from '../../../contract/cases/timeline.js';
import { BoardCasesQuery, type BoardCases } from '../../../contract/team/board-cases.js';
import { BoardQuery, type BoardGroup, type BoardSummary } from '../../../contract/team/boards.js';
import { PresenceTimelineQuery } from '../../../contract/team/presence.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal, type Network } from './support/network.js';
import { push } from './support/push.js';
import { expectAccessible, expectWords, rowTexts } from './support/screen.js';

useBrowser();

const DAY = '2026-11-18';
const GROUPS: BoardGroup[] = [{ id: 3, name: 'Team A', institutionId: 1, institutionName: 'House' }];
const CASES: BoardCases = {
  ...{
    groupId: 3,
    groupName: 'Team A',
    day: DAY,
    totalCount: 2,
    payable: 150_000,
    received: 30_000,
    judged: 2,
    kept: 1,
  },
  result: [
    {
      ...{ collectorId: 7, collector: 'Ana', caseId: 11, payable: 100_000, received: 40_000 },
      ...{
        handled: true,
        settled: false,
        judged: 2,
        kept: 1,
        about: { taskId: 11, loanId: 'L/1', borrowerName: 'Rosa Prado' },
      },
    },
    {
      ...{ collectorId: 8, collector: 'Beto', caseId: 12, payable: 50_000, received: -10_000 },
      ...{ handled: false, settled: false, judged: 0, kept: 0, about: null },
    },
  ],
};

const answers =
  (asked: BoardCasesQuery[], cases: () => BoardCases = () => CASES) =>
  (network: Network) =>
    network
      .on({ call: 'GET dashboard/groups', answer: () => GROUPS })
      .on({
        call: 'GET dashboard/personal',
        query: BoardQuery,
        answer: () => ({
          ...{
            groupId: 3,
            day: DAY,
            asOf: `${DAY}T18:00:00.000Z`,
            rows: [],
            presence: [],
            kept: [],
            cut: null,
          },
          ranksBefore: { day: '2026-11-17', ranks: [] },
        }),
      })
      .on({
        call: 'GET dashboard/summary',
        query: BoardQuery,
        answer: (): BoardSummary => ({
          ...{
            groupId: 3,
            groupName: 'Team A',
            day: DAY,
            asOf: `${DAY}T18:00:00.000Z`,
            uncovered: 0,
            products: [],
          },
          ...{ receivedByHour: [], receivedByHourBefore: [], queues: [{ id: 5, name: 'Early' }] },
          totals: {
            ...{ seats: 2, boundCases: 2, settledCases: 0, receivedAmount: 30_000, payableAmount: 150_000 },
            ...{ purpose: 0, targetAchievementRate: null, completionRate: 0 },
          },
        }),
      })
      .on({
        call: 'GET dashboard/cases',
        query: BoardCasesQuery,
        answer: ({ query }) => {
          asked.push(query);
          return cases();
        },
      });

describe('the cases behind a figure', () => {
  it.each([
    ['en', '2 cases', 'Recovered $300.00', 'a case of others by now'],
    ['es', '2 casos', 'Recuperado $300.00', 'un caso que ya es de otros'],
    ['cn', '2 个案件', '回款 $300.00', '案件已转给他人'],
  ] as const)(
    'have their count and sums in %s, a minus where it was taken back',
    async (language, count, sum, gone) => {
      const asked: BoardCasesQuery[] = [];
      await openApp({
        at: '/dashboard/cases?groupId=3&figure=bound',
        language,
        role: 'leader',
        answers: answers(asked),
      });
      await waitFor(() => expect(rowTexts()).toHaveLength(2));
      expect(screen.getByText(count)).toBeTruthy();
      expect(screen.getByText((_, node) => node?.textContent === sum)).toBeTruthy();
      expect(rowTexts()[0]!.slice(0, 3)).toEqual(['Rosa Prado · L/1', 'Ana', '$400.00']);
      expect(rowTexts()[1]!.slice(0, 3)).toEqual([gone, 'Beto', expect.stringMatching(/^[-−]/)]);
      expect(asked.at(-1)).toMatchObject({ groupId: 3, figure: 'bound' });
      expect(screen.getByRole('link', { name: 'Rosa Prado · L/1' }).getAttribute('href')).toContain(
        '/task/11/L%2F1',
      );
      expectWords();
      await expectAccessible();
    },
  );

  it('are opened by Enter, and one of others leads to what the collector did', async () => {
    const { router } = await openApp({
      ...{ at: '/dashboard/cases', role: 'leader' },
      answers: (network) => {
        answers([])(network);
        const result: DayEvents['result'] = [];
        const day = { collectorId: 8, name: 'Beto', groupId: 3, day: DAY, total: null, next: null };
        network
          .on({ call: 'GET dashboard/events', query: DayEventsQuery, answer: () => ({ ...day, result }) })
          .on({
            call: 'GET presence/timeline',
            query: PresenceTimelineQuery,
            answer: () => new Refusal('21', 'Never here'),
          });
      },
    });
    await waitFor(() => expect(rowTexts()).toHaveLength(2));
    const opened = new Promise<string>((resolve) =>
      router.subscribe(({ navigation: { location: to } }) => to && resolve(to.pathname)),
    );
    const cell = document.querySelector('[row-id="8 12"] [col-id="collector"]');
    fireEvent.keyDown(cell!, { key: 'Enter' });
    expect(await opened).toBe('/dashboard/events/8');
    expect(await screen.findByRole('heading', { name: /Beto/ })).toBeTruthy();
  });

  it('follow the board, and the figure that is chosen', async () => {
    const asked: BoardCasesQuery[] = [];
    let cases = CASES;
    const { user } = await openApp({
      at: '/dashboard/cases',
      role: 'leader',
      answers: answers(asked, () => cases),
    });
    await screen.findByText('2 cases');
    cases = { ...CASES, totalCount: 1, result: CASES.result.slice(0, 1) };
    const figures = { totals: {}, receivedByHour: [] };
    push('board.changed', { day: DAY, rows: [], figures: [], ...figures } as never);
    expect(await screen.findByText('1 case')).toBeTruthy();
    await user.click(screen.getByText('Settled', { selector: '.ant-segmented-item-label' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ figure: 'settled' }));
  });
});
