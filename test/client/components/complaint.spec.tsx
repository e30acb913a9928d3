import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { UserListQuery } from '../../../contract/administration/users.js';
import {
  AllocateComplaint,
  type ComplaintDetail,
  type ComplaintHandler,
  FineComplaint,
} from '../../../contract/supervision/complaints.js';
import { openApp, useBrowser } from './support/app.js';
import { NO_ROWS } from './support/people.js';
import { expectAccessible } from './support/screen.js';

useBrowser();

const HOUR_MS = 3_600_000;
const HANDLERS: ComplaintHandler[] = [
  { id: 8, name: 'Eva', role: 'leader', groupName: 'Team A', open: 0 },
  { id: 9, name: 'Luis', role: 'supervisor', groupName: null, open: 3 },
];

const complaint = (change: Partial<ComplaintDetail>): ComplaintDetail => ({
  ...{
    id: 5,
    version: 1,
    status: 'PENDING',
    type: 'CONDUCT',
    level: 2,
    phone: '55****01',
    taskId: 7,
    loanId: 'L-7',
  },
  ...{ borrowerName: 'Rosa', createdAt: '2026-11-18T17:00:00.000Z', updatedAt: '2026-11-18T17:00:00.000Z' },
  ...{ completedAt: null, collectorId: 3, collector: 'Ana', handlerId: null, handler: null, method: null },
  ...{
    penaltyAmount: null,
    penaltyReason: null,
    finedPerson: null,
    finedAt: null,
    bankName: null,
    cardMask: null,
  },
  ...{
    userQuota: null,
    customerStatus: null,
    transferredAt: null,
    institutionId: 1,
    content: 'They shouted',
  },
  ...{ causeId: null, cause: null, legalDueOn: null, legalSource: null },
  ...{ remarks: null, keepsHold: false, attachments: [], handedOver: [] },
  dueAt: new Date(Date.now() + 47.99 * HOUR_MS).toISOString(),
  acts: ['allocate', 'transfer'],
  steps: [
    {
      act: 'allocate',
      at: '2026-11-18T17:00:00.000Z',
      by: 'Mia',
      statusAfter: 'PROCESSING',
      handler: 'Eva',
      note: null,
    },
  ],
  ...change,
});

async function openComplaint(change: Partial<ComplaintDetail> = {}) {
  const sent: unknown[] = [];
  const opened = await openApp({
    at: '/complaint/5',
    role: 'supervisor',
    answers: (network) =>
      network
        .on({ call: 'GET customer/service/detail/5', answer: () => complaint(change) })
        .on({ call: 'GET customer/service/handlers', answer: () => HANDLERS })
        .on({ call: 'GET manage/user/list', query: UserListQuery, answer: () => NO_ROWS })
        .on({
          call: 'POST customer/service/allocate',
          body: AllocateComplaint,
          answer: ({ body }) => sent.push({ handlerId: body.handlerId }),
        })
        .on({
          call: 'POST customer/service/penalty',
          body: FineComplaint,
          answer: ({ body }) => sent.push({ amount: body.amount, userId: body.userId, reason: body.reason }),
        }),
  });
  await screen.findByText('They shouted');
  return { ...opened, sent };
}

const acts = () =>
  [...document.querySelectorAll('.list-row-acts button')].map((button) => [
    button.textContent,
    button.classList.contains('button-primary'),
  ]);

describe('a complaint', () => {
  it('says the hours that are left, to whom it was given, and what comes next', async () => {
    await openComplaint();
    expect(screen.getByText('1 d 23 h left')).toBeTruthy();
    expect(screen.getByText(/Mia → Eva/)).toBeTruthy();
    expect(acts()).toEqual([
      ['Allocate', true],
      ['To operations', false],
    ]);
    await expectAccessible();
  });

  it('is given to somebody by team, role and what they have open', async () => {
    const { user, sent } = await openComplaint();
    await user.click(screen.getByRole('button', { name: 'Allocate' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('combobox'));
    await user.click(await screen.findByText('Eva · Team A · Team leader · 0 open'));
    await user.click(within(dialog).getByRole('button', { name: 'Allocate' }));
    await waitFor(() => expect(sent).toEqual([{ handlerId: 8 }]));
  });

  it('names whom its fine is for', async () => {
    const { user, sent } = await openComplaint({ status: 'PENDING_CLOSURE', acts: ['done', 'penalty'] });
    expect(acts()).toEqual([
      ['Complete', true],
      ['Penalty', false],
    ]);
    await user.click(screen.getByRole('button', { name: 'Penalty' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Ana is fined, because of L-7, unless somebody else is chosen.');
    await user.type(within(dialog).getByRole('spinbutton'), '250');
    await user.type(within(dialog).getByRole('textbox', { name: 'Penalty reason' }), 'Shouted');
    await user.click(within(dialog).getByRole('button', { name: 'Penalty' }));
    await waitFor(() => expect(sent).toEqual([{ amount: 25_000, userId: undefined, reason: 'Shouted' }]));
  });
});
