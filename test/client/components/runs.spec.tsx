import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  type AllocationRun,
  type RunCase,
  RunCasesQuery,
  RunsQuery,
  UndoAllocation,
} from '../../../contract/team/allocation.js';
import type { Language } from '../../../contract/codes.js';
import { QueueForm, type QueueInfo } from '../../../contract/team/queues.js';
import { openApp, useBrowser } from './support/app.js';
import { expectWords } from './support/screen.js';

useBrowser();

const QUEUE: QueueInfo = {
  ...QueueForm.parse({
    ...{
      institutionId: 1,
      code: 'Q-7',
      name: 'Early',
      type: 'AUTOMATIC',
      longAgingDpd: 31,
      plannedCases: null,
    },
    ...{ perCapitaMin: 0, perCapitaMax: 120, seatsMin: 0, seatsMax: null, firstActionDays: 1 },
    reminderTemplateId: null,
  }),
  ...{
    id: 7,
    version: 3,
    open: true,
    institutionName: 'House',
    reminderTemplate: null,
    userCount: 5,
    waiting: 0,
    assigned: 405,
  },
  oldestWaitingAt: null,
};
const RUN: AllocationRun = {
  ...{
    id: 31,
    queueId: 7,
    queueName: 'Early',
    groupName: 'Team A',
    day: '2026-11-18',
    seed: 5,
    state: 'DONE',
  },
  ...{ askedBy: 'Lucia', askedAt: '2026-11-18T17:00:00.000Z', finishedAt: '2026-11-18T17:01:00.000Z' },
  ...{ planned: 47, left: 0, missingSeats: 0, done: 47, skipped: 0, undoneBy: null, undoneAt: null },
  ...{ undone: 0, kept: 0, mayUndo: true },
};
const CASE: RunCase = {
  ...{ taskId: 11, loanId: 'L-11', borrowerName: 'Borrower 11', amount: 150_050, agent: 'Ana' },
  ...{ rule: 'STICKY_RECENT', state: 'KEPT', reason: 'case.changed' },
};
const UNDO = 'POST allocation/undo';

function openRuns(language: Language, answers: { run: AllocationRun }) {
  return openApp({
    ...{ at: '/queue/plan/7', role: 'leader', language },
    answers: (network) =>
      network
        .on({ call: 'GET management/queue/info/7', answer: () => QUEUE })
        .on({
          ...{ call: 'GET allocation/runs', query: RunsQuery },
          answer: () => ({ result: [answers.run], totalCount: 1 }),
        })
        .on({
          call: 'GET allocation/run/31',
          answer: () => ({
            ...answers.run,
            recommendedSeats: 1,
            seats: [
              {
                agentId: 1,
                agent: 'Ana',
                cap: 120,
                before: 3,
                after: 50,
                amount: 9_000_000,
                expected: 40_000,
              },
            ],
          }),
        })
        .on({
          ...{ call: 'GET allocation/runCases/31', query: RunCasesQuery },
          answer: () => ({ result: [CASE], totalCount: 1 }),
        })
        .on({
          ...{ call: UNDO, body: UndoAllocation },
          answer: () => {
            answers.run = {
              ...{ ...answers.run, state: 'UNDONE', mayUndo: false, done: 0, undone: 46, kept: 1 },
              ...{ undoneBy: 'Lucia', undoneAt: new Date().toISOString() },
            };
            return { runId: 31 };
          },
        }),
  });
}

it('takes a run back after it has said what that means, and shows what came of it', async () => {
  const { user, network } = await openRuns('en', { run: RUN });
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByText('Take 47 cases back from their collectors?')).not.toEqual([]);
  expect(dialog.getByText(/leaves this queue alone for 15 minutes/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(network.sent(UNDO)).toMatchObject([{ runId: 31 }]));
  await screen.findByText(/47 of 47 handed out · 46 taken back by Lucia · 1 stays/);
  expect(screen.getByText(/The schedule hands nothing out of this queue until/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});

it.each(['en', 'es', 'cn'] as const)('lists the cases of a run, with why and what became of each, in %s', async (language) => {
  const { user } = await openRuns(language, { run: RUN });
  await user.click(await screen.findByRole('button', { name: /^(Show|Ver|Mostrar|显示|查看|展开)$/ }));
  const link = await screen.findByRole('link', { name: 'Borrower 11' });
  expect(link.getAttribute('href')).toBe('#/task/11/L-11');
  const row = link.closest('tr')!.textContent;
  expect(row).toContain('$1,500.50');
  expect(row).toContain({ en: 'Knows the borrower', es: 'Conoce al cliente', cn: '熟悉该借款人' }[language]);
  expect(row).toContain({ en: 'Kept', es: 'Conservado', cn: '保留' }[language]);
  expectWords();
}); // prettier-ignore
