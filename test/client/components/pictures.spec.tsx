import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  COMPLAINT_TYPES,
  ComplaintReportQuery,
  type ComplaintMonth,
} from '../../../contract/supervision/complaints.js';
import { QualityReportQuery, type QualityReport } from '../../../contract/supervision/quality.js';
import type { ViolationWeek } from '../../../contract/supervision/violations.js';
import { RankQuery, type Ranks } from '../../../contract/team/ranks.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const REPORT: QualityReport = {
  people: [
    { agentId: 3, name: 'Ana', samples: 4, average: 61.5 },
    { agentId: 4, name: 'Luis', samples: 2, average: 88 },
  ],
  questions: [{ text: 'Says who calls', yes: 3, no: 2, na: 1 }],
  agreement: { pairs: 0, same: null, kappa: null },
};
const [first, second] = COMPLAINT_TYPES;
const month = (name: string, more: Partial<ComplaintMonth>): ComplaintMonth => ({
  ...{ month: name, opened: 0, completed: 0, inTime: 0, open: 0, fined: 0, penalties: 0 },
  ...{ averageHours: null, byType: {} },
  ...more,
});
const MONTHS = [
  month('2026-09', { opened: 2, completed: 2, inTime: 1, byType: { [first!]: 2 } }),
  month('2026-10', { opened: 5, completed: 3, inTime: 3, open: 2, byType: { [first!]: 1, [second!]: 4 } }),
];

it.each([
  ['en', 'Whose calls score lowest?', 'Which question is missed most often?'],
  ['es', '¿De quién son las llamadas con menor puntaje?', '¿Qué pregunta se incumple más?'],
  ['cn', '谁的通话得分最低？', '哪个问题最常不达标？'],
] as const)('quality is drawn in %s beside its tables', async (language, ...titles) => {
  await openApp({
    ...{ at: '/quality/report', role: 'supervisor', language },
    answers: (network) =>
      network.on({ call: 'GET quality/report', query: QualityReportQuery, answer: () => REPORT }),
  });
  for (const name of titles) await screen.findByRole('figure', { name });
  expect(screen.getByRole('link', { name: 'Ana' }).getAttribute('href')).toContain('agentId=3');
  expectWords();
  await expectAccessible();
});

it.each([
  ['en', 'How many complaints came each month, and about what?', 'How many were answered in time?'],
  ['es', '¿Cuántas quejas llegaron cada mes y sobre qué?', '¿Cuántas se respondieron a tiempo?'],
  ['cn', '每月有多少投诉，关于什么？', '有多少按时答复？'],
] as const)('complaints are drawn in %s beside their table', async (language, ...titles) => {
  await openApp({
    ...{ at: '/complaints/report', role: 'supervisor', language },
    answers: (network) =>
      network.on({ call: 'GET customer/service/report', query: ComplaintReportQuery, answer: () => MONTHS }),
  });
  for (const name of titles) await screen.findByRole('figure', { name });
  expect(screen.getByText('2026-10')).toBeTruthy();
  expectWords();
  await expectAccessible();
});

const RANKS: Ranks = {
  ...{ day: '2026-11-18', dayBefore: '2026-11-17', totalCount: 1 },
  result: [
    {
      ...{ collectorId: 3, name: 'Ana', groupId: 3, groupName: 'Team A', queueName: 'Early' },
      ...{ institutionName: 'House', ranking: 1, rankedCount: 4, moved: null, institutionRanking: 2 },
      ...{ institutionRankedCount: 9, institutionMoved: null, finishPurposeRate: 0.625 },
      ...{ actualReceivedAmount: 120_000, settleTaskCount: 3, settleTaskRate: 0.3 },
    },
  ],
};

it.each([
  ['en', 'Who has reached how much of the target?'],
  ['es', '¿Quién ha alcanzado cuánto de la meta?'],
  ['cn', '谁完成了多少目标？'],
] as const)('ranks are drawn in %s when they are asked for', async (language, title) => {
  const { user } = await openApp({
    ...{ at: '/ranks', role: 'leader', language },
    answers: (network) => network.on({ call: 'GET manage/user/rank', query: RankQuery, answer: () => RANKS }),
  });
  const summary = await screen.findByText(title);
  expect(screen.queryByRole('figure')).toBeNull();
  await user.click(summary);
  await screen.findByRole('figure', { name: title });
  expectWords();
  await expectAccessible();
});

const WEEKS: ViolationWeek[] = [
  { week: '2026-11-09', total: 0, byOrigin: {} },
  { week: '2026-11-16', total: 3, byOrigin: { CALL: 2, TYPED: 1 } },
];

it.each([
  ['en', 'How many violations came each week, and from what?', 'Nov 16, 2026'],
  ['es', '¿Cuántas infracciones hubo cada semana y de dónde?', '16 nov 2026'],
  ['cn', '每周有多少违规，来自哪里？', '2026'],
] as const)(
  'violations are drawn in %s by week, with their table, and lead to the list',
  async (language, title, day) => {
    const { user } = await openApp({
      ...{ at: '/announcements', role: 'admin', language },
      answers: (network) =>
        network
          .on({ call: 'POST msg/queryAllMsg', answer: () => ({ result: [], totalCount: 0 }) })
          .on({ call: 'GET msg/violationWeeks', answer: () => WEEKS }),
    });
    await user.click(await screen.findByText(title));
    await screen.findByRole('figure', { name: title });
    const weeks = within(screen.getByRole('table', { name: title })).getAllByRole('link');
    expect(weeks[1]!.textContent).toContain(day);
    expect(weeks[1]!.getAttribute('href')).toContain('kind=VIOLATION&from=2026-11-16&to=2026-11-22');
    expectWords();
    await expectAccessible();
  },
);
