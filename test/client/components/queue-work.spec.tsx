import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { QueueForm, type QueueInfo, QueueWorkChange } from '../../../contract/team/queues.js';
import { NO_ROWS } from './support/people.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible } from './support/screen.js';

useBrowser();

const QUEUE: QueueInfo = {
  ...QueueForm.parse({
    ...{ institutionId: 1, code: 'Q-7', name: 'Early', type: 'MANUAL', longAgingDpd: 31, plannedCases: 400 },
    ...{ perCapitaMin: 0, perCapitaMax: 120, seatsMin: 0, seatsMax: null, firstActionDays: 1 },
    reminderTemplateId: 1109,
  }),
  ...{ id: 7, version: 3, open: true, institutionName: 'House', reminderTemplate: 'Due today', userCount: 5 },
  ...{ waiting: 102, assigned: 405, oldestWaitingAt: null },
};
const EDIT = 'POST management/queue/edit';
const open = (without: ('queue:manage' | 'queue:edit')[]) =>
  openApp({
    ...{ at: '/queueAbout/7', role: 'admin', without },
    answers: (network) =>
      network
        .on({ call: 'GET management/queue/info/7', answer: () => QUEUE })
        .on({ call: 'GET sms/templates/manage', answer: () => NO_ROWS })
        .on({ call: EDIT, body: QueueWorkChange, answer: () => ({ id: 7 }) }),
  });

it('shows whoever leads the work of a queue its plan to change, and the rest as text', async () => {
  const { user, network } = await open(['queue:manage']);
  const planned = await screen.findByRole('spinbutton', { name: 'Planned cases' });
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  expect(screen.getByRole('group', { name: 'Name' }).textContent).toBe('Early');
  await user.clear(planned);
  await user.type(planned, '250');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.sent(EDIT)).toHaveLength(1));
  expect(network.sent(EDIT)[0]).toMatchObject({ id: 7, version: 3, plannedCases: 250, perCapitaMax: 120 });
  expect(network.sent(EDIT)[0]).not.toHaveProperty('name');
});

it('is text for whoever may change nothing, with the reminder by its name', async () => {
  await open(['queue:manage', 'queue:edit']);
  expect((await screen.findByRole('group', { name: /^Reminder/ })).textContent).toBe('Due today');
  expect(document.querySelectorAll('.entity-form :is(input, button)')).toHaveLength(0);
  await expectAccessible();
});
