import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { UserChange, UserListQuery, type UserWork } from '../../../contract/administration/users.js';
import { USER, WORK_FORMS } from './forms/work.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal } from './support/network.js';
import { controlOf, expectAccessible, fieldRow, goneTo } from './support/screen.js';

useBrowser();

const PEOPLE = [USER, { ...USER, id: 8, name: 'Carla', username: 'carla' }];
const WORK: UserWork = {
  ...{ cases: 3, promises: 1, calls: 0, named: ['Diego (L-1)'], agentId: 8 },
  queues: [{ id: 5, name: 'Early', cases: 3 }],
};

/** Two people, of whom Carla has work in hand. */
async function openPeople() {
  const sent: object[] = [];
  const opened = await openApp({
    at: '/users',
    role: 'admin',
    answers: (network) =>
      network
        .on({
          call: 'GET manage/user/list',
          query: UserListQuery,
          answer: () => ({ result: PEOPLE, totalCount: 2 }),
        })
        .on({
          call: 'POST manage/user/createOrUpdate',
          body: UserChange,
          answer: ({ body }) => {
            const { id, version, queueId, groupId, release, clientRequestId } = body;
            if (id === 8 && !release) return new Refusal('23', 'Work in hand', { work: WORK });
            sent.push({ id, version, queueId, groupId, release, isOwn: clientRequestId !== undefined });
            return { id };
          },
        }),
  });
  await waitFor(() => expect(document.querySelectorAll('.ag-row[row-id="8"]').length).toBeGreaterThan(0));
  return { ...opened, sent };
}

const inBar = (name: RegExp) =>
  within(document.querySelector<HTMLElement>('.list-bar')!).findByRole('button', { name });

describe('people', () => {
  it('are moved together, each with the work in hand named first', async () => {
    const { user, sent } = await openPeople();
    for (const box of [...document.querySelectorAll<HTMLElement>('.ag-row .ag-checkbox-input')])
      await user.click(box);
    await user.click(await inBar(/^Move /));
    await screen.findByText(/Move 2 people to another team or queue/);
    await expectAccessible();
    await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Queue' }));
    await user.click(await screen.findByText('Early', { selector: '.ant-select-item-option-content' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move' }));
    const give = await screen.findByRole('link', { name: 'Give 3 cases of Early to others first' });
    expect(give.getAttribute('href')).toBe('#/queue/list/5?state=assigned&agentId=8');
    await user.click(screen.getByRole('button', { name: 'Release and go on' }));
    const moved = { version: 3, groupId: 3, queueId: 5, isOwn: true };
    await waitFor(() =>
      expect(sent).toEqual([
        { ...moved, id: 7, release: false },
        { ...moved, id: 8, release: true },
      ]),
    );
  });

  it('leaving with work lead to the cases, to be given to others first', async () => {
    const { user } = await openPeople();
    await user.click(document.querySelector<HTMLElement>('.ag-row[row-id="8"] .ag-checkbox-input')!);
    await user.click(await inBar(/^Move /));
    await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Queue' }));
    await user.click(await screen.findByText('Early', { selector: '.ant-select-item-option-content' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move' }));
    await user.click(await screen.findByRole('link', { name: /Give 3 cases/ }));
    await goneTo('/queue/list/5?state=assigned&agentId=8');
    await waitFor(() => expect(screen.queryByText(/Give 3 cases/)).toBeNull());
  });
});

it('names the team that a person was in before another institution was chosen', async () => {
  const person = WORK_FORMS.find(({ noun }) => noun === 'a person')!;
  const { user } = await openApp({ at: '/user/7', role: 'admin', answers: person.answers });
  await screen.findByDisplayValue('Berta');
  await user.click(controlOf('institutionId'));
  await user.click(await screen.findByText('Branch', { selector: '.ant-select-item-option-content' }));
  expect(within(fieldRow('groupId')).getByText(/Team A/).textContent).toBe('was Team A');
});
