import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { InboxQuery, type InboxItem, ReadInbox, SnoozeInbox } from '../../../contract/inbox.js';
import { openApp, useBrowser } from './support/app.js';
import { type Network, Refusal } from './support/network.js';
import { NO_ROWS } from './support/people.js';
import { push } from './support/push.js';
import { expectAccessible, goneTo } from './support/screen.js';

const ITEM: InboxItem = {
  ...{
    id: 7,
    cause: 'COMPLAINT_ALLOCATED',
    times: 1,
    detail: null,
    subjectId: 5,
    taskId: null,
    loanId: null,
  },
  ...{ by: 'Ana', toldAt: '2026-11-18T17:00:00.000Z', readAt: null, snoozedUntil: null },
};

useBrowser();

/** An inbox that keeps what is done to it. */
function inbox(...items: InboxItem[]) {
  const rows = [...items];
  const unread = () => rows.filter(({ readAt, snoozedUntil }) => readAt === null && snoozedUntil === null);
  const change = (id: number, changes: Partial<InboxItem>) => {
    rows.splice(0, rows.length, ...rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
    return null;
  };
  const answers = (network: Network) =>
    network
      .on({ call: 'GET inbox/count', answer: () => ({ unread: unread().length }) })
      .on({
        call: 'GET inbox/list',
        query: InboxQuery,
        answer: ({ query: { view } }) => {
          const result = view === 'ALL' ? rows : unread();
          return { result, totalCount: result.length };
        },
      })
      .on({
        call: 'POST inbox/read',
        body: ReadInbox,
        answer: ({ body: { id } }) => change(id, { readAt: '2026-11-18T18:00:00.000Z' }),
      })
      .on({
        call: 'POST inbox/readAll',
        answer: () => {
          for (const { id } of unread()) change(id, { readAt: '2026-11-18T18:00:00.000Z' });
          return null;
        },
      })
      .on({
        call: 'POST inbox/snooze',
        body: SnoozeInbox,
        answer: ({ body: { id, until } }) => change(id, { snoozedUntil: until }),
      })
      .on({ call: 'GET product/terms', answer: () => NO_ROWS });
  return { rows, answers };
}
const open = (answers: (network: Network) => void) => openApp({ at: '/products', answers });
const bell = (count: number) =>
  screen.findByRole('button', { name: `${count} unread notification${count === 1 ? '' : 's'}` });

describe('the bell', () => {
  it('counts what is unread and opens the list, whose link leads to the thing and marks it as read', async () => {
    const { answers } = inbox(ITEM, { ...ITEM, id: 8, cause: 'CASES_ASSIGNED', times: 12 });
    const { user, network } = await open(answers);
    await user.click(await bell(2));
    const list = await screen.findByRole('region', { name: 'Notifications' });
    expect(await within(list).findByRole('link', { name: '12 cases came to you' })).toBeTruthy();
    await expectAccessible();
    await user.click(within(list).getByRole('link', { name: 'A complaint was allocated to you' }));
    await goneTo('/complaint/5');
    await bell(1);
    expect(network.sent('POST inbox/read', ReadInbox)).toEqual([{ id: 7 }]);
  });

  it('is worked by the keyboard alone: mark as read, snooze, mark all', async () => {
    const { answers, rows } = inbox(ITEM, { ...ITEM, id: 8 }, { ...ITEM, id: 9 });
    const { user } = await open(answers);
    (await bell(3)).focus();
    await user.keyboard('{Enter}');
    const [read] = await screen.findAllByRole('button', { name: /^Mark as read: / });
    read!.focus();
    await user.keyboard('{Enter}');
    await bell(2);
    screen.getAllByRole('button', { name: /^Snooze: / })[0]!.focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'For an hour' }));
    await bell(1);
    expect(Date.parse(rows[1]!.snoozedUntil!)).toBeGreaterThan(Date.now());
    screen.getByRole('button', { name: 'Mark all as read' }).focus();
    await user.keyboard('{Enter}');
    await bell(0);
    expect(await screen.findByText('All is read')).toBeTruthy();
  });

  it('follows what is pushed, and shows the new one', async () => {
    const { answers, rows } = inbox();
    await open(answers);
    await bell(0);
    rows.push({ ...ITEM, toldAt: new Date(Date.now() + 1_000).toISOString() });
    push('tags.changed', { tags: [{ type: 'Inbox' }] });
    await bell(1);
    expect(await screen.findByText('A complaint was allocated to you')).toBeTruthy();
  });

  it('says so when the list cannot be read, and tries again', async () => {
    const { answers } = inbox(ITEM);
    const { user, network } = await open((net) => {
      answers(net);
      net.on({ call: 'GET inbox/list', answer: () => new Refusal('99', 'Out of order') });
    });
    await user.click(await bell(1));
    expect(await screen.findByText('Out of order')).toBeTruthy();
    answers(network);
    await user.click(screen.getByRole('button', { name: /again/i }));
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'A complaint was allocated to you' })).toBeTruthy(),
    );
  });
});
