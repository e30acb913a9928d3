import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { AssignCases, PreviewBinding } from '../../../contract/cases/case-moves.js';
import { RecordCall, UndoRecord } from '../../../contract/cases/records.js';
import { PlaceHold } from '../../../contract/contact/contact-compliance.js';
import { UncoveredQuery } from '../../../contract/team/allocation.js';
import type { QueueCase, QueueCollector } from '../../../contract/team/queues.js';
import { queueCase } from './lists/opening.js';
import { openApp, useBrowser } from './support/app.js';

useBrowser();

const RECORD = 'POST task/record';
const UNDO = 'POST task/undoRecord';
const HOLD = 'POST contact/hold';
const BIND = 'POST management/task/batchBindAgent';

const CASES: QueueCase[] = [
  { ...queueCase(11), amountDue: 150_050 },
  { ...queueCase(12), amountDue: 20_000, agentId: 9, agent: 'Ana' },
  { ...queueCase(13), amountDue: 30_000, queueId: 6, agentId: 9, agent: 'Ana' },
];
const collector = (id: number, name: string): QueueCollector => ({
  id, name, groupName: 'Team A', enabled: true, onLeave: false, openCases: 3, amountDue: 90_000,
}); // prettier-ignore

function openUncovered() {
  return openApp({
    ...{ at: '/queue/uncovered', role: 'leader' },
    answers: (network) =>
      network
        .on({
          ...{ call: 'GET allocation/uncovered', query: UncoveredQuery },
          answer: () => ({ result: CASES, totalCount: 3, amountDue: 200_050 }),
        })
        .on({ call: 'GET management/queue/agents/5', answer: () => [collector(8, 'Bea'), collector(9, 'Ana')] })
        .on({ call: 'GET management/queue/agents/6', answer: () => [collector(10, 'Carlos')] })
        .on({
          ...{ call: 'POST management/task/bindPreview', body: PreviewBinding },
          answer: ({ body: { agentIds = [] } }) => ({
            ...{ accepted: [11, 12, 13], rejected: [] },
            collectors: agentIds.map((agentId) => ({
              agentId,
              before: { openCases: 3, amountDue: 90_000 },
              after: { openCases: 5, amountDue: 140_000 },
            })),
          }),
        })
        .on({ call: BIND, body: AssignCases, answer: () => ({ accepted: [11, 12, 13], rejected: [], bindId: 4 }) })
        .on({
          ...{ call: RECORD, body: RecordCall },
          answer: ({ body: { taskId } }) => ({
            ...{ recordId: taskId + 100, status: 'C10', promiseId: null, version: 2, undoUntil: null, contact: null },
          }),
        })
        .on({ call: UNDO, body: UndoRecord, answer: () => ({ status: 'C10', version: 3 }) })
        .on({ call: HOLD, body: PlaceHold, answer: () => null }),
  }); // prettier-ignore
}

async function markAll(user: Awaited<ReturnType<typeof openApp>>['user']) {
  await screen.findByText('Borrower 13');
  await user.click(screen.getAllByRole('checkbox')[0]!);
}

it('says how many cases are listed and what they owe, and the same of those that are marked', async () => {
  const { user } = await openUncovered();
  await screen.findByText('Borrower 11');
  expect((await screen.findByText(/3 cases listed/)).textContent).toBe('3 cases listed · $2,000.50');
  await markAll(user);
  expect((await screen.findByText(/3 rows marked/)).textContent).toContain('$2,000.50');
});

it('binds cases of two queues to collectors of both, with the load of each before it is done', async () => {
  const { user, network } = await openUncovered();
  await markAll(user);
  await user.click(await screen.findByRole('button', { name: 'Bind (3)' }));
  const dialog = within(await screen.findByRole('dialog'));
  const choice = dialog.getByRole('combobox', { name: 'Collectors' });
  await user.click(choice);
  await user.click(await screen.findByTitle('Bea (3 cases)'));
  await user.click(await screen.findByTitle('Carlos (3 cases)'));
  const loads = within(await dialog.findByRole('table', { name: 'Load of the collectors' }));
  await waitFor(() => expect(loads.getByRole('row', { name: /Carlos/ }).textContent).toContain('5 (+2)'));
  await user.click(dialog.getByRole('button', { name: 'Bind' }));
  const body = { taskIds: [11, 12, 13], agentIds: [8, 10], versions: [1, 1, 1] };
  await waitFor(() => expect(network.sent(BIND)).toEqual([body]));
});

it('gives those that have a collector a next action at once, and takes it back', async () => {
  const { user, network } = await openUncovered();
  await markAll(user);
  await user.click(await screen.findByRole('button', { name: 'Next action (2)' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Next action' }));
  expect(await dialog.findByText('When is required')).toBeTruthy();
  expect(network.sent(RECORD)).toEqual([]);
  await user.type(dialog.getByLabelText('When'), '2026-12-01 10:30{Enter}');
  await user.type(dialog.getByLabelText('Note'), 'Calls in the morning');
  await user.click(dialog.getByRole('button', { name: 'Next action' }));
  await waitFor(() => expect(network.sent(RECORD)).toHaveLength(2));
  expect(network.sent(RECORD)).toMatchObject([
    { taskId: 12, callResult: 'MEMO', notes: 'Calls in the morning' },
    { taskId: 13, callResult: 'MEMO', notes: 'Calls in the morning' },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(network.sent(UNDO)).toMatchObject([
      { taskId: 12, recordId: 112 },
      { taskId: 13, recordId: 113 },
    ]),
  );
}); // prettier-ignore
