import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { CallGroupQuery, CallListQuery, type CallGroup } from '../../../contract/contact/calls.js';
import { AnomaliesQuery, type AnomalyRow } from '../../../contract/supervision/anomalies.js';
import {
  BehaviourGroupQuery,
  BehaviourListQuery,
  type BehaviourGroup,
  type BehaviourRow,
} from '../../../contract/supervision/behaviour.js';
import { UserListQuery } from '../../../contract/administration/users.js';
import { openApp, useBrowser } from './support/app.js';
import type { Network } from './support/network.js';
import { NO_ROWS } from './support/people.js';
import { push } from './support/push.js';

useBrowser();

const AT = '2026-11-18T18:00:00.000Z';
const act = (id: number, changes: Partial<BehaviourRow> = {}): BehaviourRow => ({
  ...{ id, at: AT, type: 'EXPORT', source: 'SERVER', userId: 7, username: 'ana', name: 'Ana', groupId: 3 },
  ...{ groupName: 'Team A', taskId: null, loanId: null, contactRelation: null, contactNumber: null },
  ...{ purpose: null, detail: '', address: '203.0.113.7', city: 'Puebla', network: null, isNew: null },
  ...changes,
});
const asked: (string | undefined)[] = [];
beforeEach(() => void asked.splice(0));
const feed = (network: Network, rows: BehaviourRow[]) =>
  network
    .on({ call: 'GET dashboard/groups', answer: () => [] })
    .on({ call: 'GET export/list', answer: () => [] })
    .on({
      call: 'GET user/behavior/list',
      query: BehaviourListQuery,
      answer: ({ query }) => {
        asked.push(query.without);
        return { result: rows, totalCount: rows.length };
      },
    });
const calls = (network: Network, groups: CallGroup[]) =>
  network
    .on({ call: 'GET dashboard/groups', answer: () => [] })
    .on({ call: 'GET export/list', answer: () => [] })
    .on({ call: 'GET softPhone/callRecordList', query: CallListQuery, answer: () => NO_ROWS })
    .on({
      call: 'GET softPhone/callRecordFold',
      query: CallGroupQuery,
      answer: () => ({ result: groups, totalCount: groups.length }),
    });
const recorded = (...behaviours: BehaviourRow[]) =>
  push('monitoring.recorded', { behaviours, calls: [], cut: false });

describe('the feed', () => {
  it('leaves page views out, counts on what is pushed, and tells of a new place when it is known', async () => {
    const stored = [act(1)];
    const { user } = await openApp({
      ...{ at: '/dataMonitoring', role: 'supervisor' },
      answers: (network) => feed(network, stored),
    });
    await screen.findByText('1 row of 1');
    // A page that has only now its connection asks again.
    stored.unshift(act(3));
    recorded(act(2, { type: 'PAGE' }), act(3), act(3));
    await screen.findByText('2 rows of 2');
    stored[0] = act(3, { isNew: true });
    recorded(stored[0]);
    await screen.findByText('new');
    expect(screen.getByText('2 rows of 2')).toBeTruthy();
    expect(new Set(asked.splice(0))).toEqual(new Set(['PAGE']));
    await user.click(screen.getByText('With page views'));
    await waitFor(() => expect(new Set(asked)).toEqual(new Set([undefined])));
  });

  it('asks for page views where they are the kind that is looked for', async () => {
    await openApp({
      ...{ at: '/dataMonitoring?type=PAGE', role: 'supervisor' },
      answers: (network) => feed(network, [act(1, { type: 'PAGE' })]),
    });
    await screen.findByText('1 row of 1');
    expect(new Set(asked)).toEqual(new Set([undefined]));
  });
});

const TIMES = { firstAt: AT, lastAt: AT };
const ofPerson: BehaviourGroup = {
  ...{ key: '7', label: 'Ana', username: 'ana', taskId: null, records: 12, people: 1, cases: 2, ...TIMES },
  ...{ addresses: 1, reveals: 0, exports: 12 },
};
const KEY = '0123456789ABCDEF0123456789ABCDEF';
const ofNumber = (label: string | null, records: number): CallGroup => ({
  ...{ key: label ? KEY : '', label, username: null, taskId: null, records, people: 2, cases: 1, ...TIMES },
  ...{
    numbers: 1,
    answered: 1,
    talk: 30,
    asked: 1,
    skipped: 0,
    wrongNumber: 0,
    noScript: 0,
    secondsToSay: 4,
  },
});

describe('what is brought together', () => {
  it('opens the records of a person, narrowed as it was', async () => {
    await openApp({
      ...{ at: '/dataMonitoring?by=person&type=EXPORT&page=2', role: 'supervisor' },
      answers: (network) =>
        feed(network, []).on({
          call: 'GET user/behavior/fold',
          query: BehaviourGroupQuery,
          answer: () => ({ result: [ofPerson], totalCount: 1 }),
        }),
    });
    const count = await screen.findByRole('link', { name: '12' });
    expect(count.getAttribute('href')).toBe('#/dataMonitoring?type=EXPORT&username=ana');
  });

  it('opens the calls with a number, says so, and lets go of it', async () => {
    const { user } = await openApp({
      ...{ at: '/dataMonitoring?view=calls&by=number', role: 'supervisor' },
      answers: (network) => calls(network, [ofNumber('+52 55 •••• 0001', 4), ofNumber(null, 9)]),
    });
    const count = await screen.findByRole('link', { name: '4' });
    expect(count.getAttribute('href')).toBe(`#/dataMonitoring?view=calls&number=${KEY}`);
    expect(screen.queryByRole('link', { name: '9' })).toBeNull();
    await user.click(count);
    await user.click(await screen.findByRole('button', { name: 'Only this number' }));
    await waitFor(() => expect(location.hash).toBe('#/dataMonitoring?view=calls'));
  });
});

const ANOMALY: AnomalyRow = {
  ...{
    id: 1,
    version: 1,
    rule: 'revealBurst',
    status: 'OPEN',
    at: AT,
    lastAt: AT,
    userId: 7,
    username: 'ana',
  },
  ...{ name: 'Ana', groupName: 'Team A', taskId: null, loanId: null, about: null, measured: 18, limit: 15 },
  ...{ minutes: 10, ruleVersion: 0, assigneeId: null, assignee: null, note: null, handler: null },
  ...{ handledAt: null, own: false },
};
const DAY = 'dateFrom=2026-11-18&dateTo=2026-11-18';

it.each<[Partial<AnomalyRow>, string]>([
  [{}, `username=ana&${DAY}&type=REVEAL_PHONE`],
  [{ rule: 'newAddress', about: '203.0.113.9' }, `username=ana&${DAY}&address=203.0.113.9&pages=shown`],
  [{ rule: 'sharedNumber', loanId: 'MX1-1' }, `username=ana&${DAY}&view=calls&loanId=MX1-1`],
])('an anomaly %j opens what it was found in', async (changes, address) => {
  await openApp({
    ...{ at: '/anomalies', role: 'supervisor' },
    answers: (network) =>
      network.on({ call: 'GET manage/user/list', query: UserListQuery, answer: () => NO_ROWS }).on({
        call: 'GET user/behavior/anomalies',
        query: AnomaliesQuery,
        answer: () => ({ result: [{ ...ANOMALY, ...changes }], totalCount: 1, capped: [] }),
      }),
  });
  await waitFor(() => expect(document.querySelector('[row-id="1"] [col-id="measured"] a')).not.toBeNull());
  const evidence = document.querySelector('[row-id="1"] [col-id="measured"] a')!;
  expect(evidence.getAttribute('href')).toBe(`#/dataMonitoring?${address}`);
});
