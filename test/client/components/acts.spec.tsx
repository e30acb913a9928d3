import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  QueueForm,
  QueueListQuery,
  QueueStatusChange,
  type QueueInfo,
} from '../../../contract/team/queues.js';
import { StopChoicesQuery } from '../../../contract/contact/stops.js';
import { RequestListQuery } from '../../../contract/cases/requests.js';
import { request } from './lists/opening.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal } from './support/network.js';
import { controlOf } from './support/screen.js';

useBrowser();

const QUEUE: QueueInfo = {
  ...QueueForm.parse({
    ...{ institutionId: 1, code: 'Q-7', name: 'Early', type: 'MANUAL', longAgingDpd: 31, plannedCases: null },
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
    waiting: 102,
    assigned: 405,
  },
  oldestWaitingAt: null,
};
const CLOSE = 'POST management/queue/setStatus';

it('shows nothing of a list any more once the right to it has gone', async () => {
  let answer: unknown = { result: [QUEUE], totalCount: 1 };
  const { user } = await openApp({
    ...{ at: '/queue', role: 'leader' },
    answers: (given) =>
      given.on({ call: 'GET management/queue/list/', query: QueueListQuery, answer: () => answer }),
  });
  expect(await screen.findByText('Early')).toBeTruthy();
  answer = new Refusal('20', 'You may not do this');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('You may not do this')).toBeTruthy();
  expect(screen.queryByText('Early')).toBeNull();
});

it('asks for an act with the name of what it concerns and how much that is, and says what was done', async () => {
  const { user, network } = await openApp({
    ...{ at: '/queue', role: 'admin' },
    answers: (given) =>
      given
        .on({
          call: 'GET management/queue/list/',
          query: QueueListQuery,
          answer: () => ({ result: [QUEUE], totalCount: 1 }),
        })
        .on({ call: CLOSE, body: QueueStatusChange, answer: () => null }),
  });
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('listitem').textContent).toBe('Early 405 assigned cases, 102 waiting, 5 people');
  expect(network.sent(CLOSE)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(network.sent(CLOSE)).toEqual([{ id: 7, version: 3, open: false }]));
  await screen.findByText('Close, done: Early');
});

it('says on the button of a stop what it does, and beside it whom it hits', async () => {
  const { user } = await openApp({
    ...{ at: '/add/stop', role: 'supervisor' },
    answers: (given) =>
      given.on({
        call: 'GET guard/stops/choices',
        query: StopChoicesQuery,
        answer: () => [{ id: 9, name: 'Berta' }],
      }),
  });
  await waitFor(() => expect(document.querySelector('[data-field="subjectId"]')).not.toBeNull());
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  const stop = screen.getByRole('button', { name: 'Stop contact' });
  expect(stop.classList).toContain('button-danger');
  await user.click(controlOf('subjectId'));
  await user.click(
    (await screen.findAllByText('Berta')).find((each) => each.closest('.ant-select-item-option'))!,
  );
  const [effect] = await screen.findAllByText('All calls and messages of Berta');
  expect(effect?.closest('footer')).not.toBeNull();
});

it('shows who decides a request its reason in full, and what holds contact already', async () => {
  const note = 'Dice que su esposo está en el hospital y pide que no le llamen hasta el lunes.';
  const { user } = await openApp({
    ...{ at: '/requests', role: 'leader' },
    answers: (given) =>
      given.on({
        call: 'GET request/list',
        query: RequestListQuery,
        answer: () => ({
          result: [{ ...request(1), note, holds: ['COMPLAINT'] }],
          totalCount: 1,
          overdue: 0,
        }),
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('listitem').textContent).toBe(`Borrower 1 · L-1Ana: ${note}Hold: complaint`);
});
