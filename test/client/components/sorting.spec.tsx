import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { COUNT_CAP, MAX_PAGE_SIZE } from '../../../contract/shared/page.js';
import { answerList } from './lists/answers.js';
import { OPENING, request } from './lists/opening.js';
import { openApp, useBrowser } from './support/app.js';
import { address } from './support/screen.js';

useBrowser();

/** Columns whose cells hold several values: no order of them would mean anything. */
const SEVERAL: Record<string, readonly string[]> = { requests: ['rules'] };
const REQUESTS = OPENING.find(({ noun }) => noun === 'requests')!;
const NAMES = ['Borrower 10', 'Borrower 9', 'Borrower 2'];

const heads = () => [...document.querySelectorAll('.ag-header-cell[col-id]')];
const head = (column: string) => document.querySelector(`.ag-header-cell[col-id="${column}"]`)!;
const sortable = (cell: Element) =>
  cell.querySelector('.ag-header-cell-sortable') !== null || cell.matches('.ag-header-cell-sortable');
const names = () =>
  [...document.querySelectorAll('.ag-row')]
    .sort((one, other) => Number(one.getAttribute('row-index')) - Number(other.getAttribute('row-index')))
    .map((row) => row.querySelector('[col-id="borrowerName"]')?.textContent);
const namesShown = (wanted: readonly string[]) => waitFor(() => expect(names()).toEqual(wanted));
const press = (user: UserEvent, column: string) =>
  user.click(head(column).querySelector('.ag-header-cell-label')!);

interface Question {
  page: number;
  size: number;
  sort?: string;
}

async function openRequests(count: number, at = '/requests?size=2') {
  const asked: Question[] = [];
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const row = (id: number) => ({
    ...request(id),
    borrowerName: NAMES[id - 1] ?? `Borrower ${id + 100}`,
    taskId: id,
  });
  const opened = await openApp({
    at,
    answers: (network) =>
      answerList(network, { ...REQUESTS, row }, { ids, seen: (query) => asked.push(query as Question) }),
    role: 'supervisor',
  });
  await waitFor(() => expect(document.querySelector('.ag-row')).not.toBeNull());
  return { ...opened, asked };
}

describe.each(OPENING)('the list of $noun', (list) => {
  it('sorts by each of its columns while one page could hold it', async () => {
    await openApp({
      at: list.at,
      answers: (network) => answerList(network, list, { ids: [1, 2, 3] }),
      role: 'supervisor',
    });
    await waitFor(() => expect(document.querySelectorAll('.ag-row')).toHaveLength(3));
    const stands = heads().filter((cell) => !['act', 'acts', 'mark'].includes(cell.getAttribute('col-id')!));
    const fixed = stands.filter((cell) => !sortable(cell)).map((cell) => cell.getAttribute('col-id')!);
    expect(stands.length).toBeGreaterThan(2);
    expect(fixed.filter((column) => !column.startsWith('ag-Grid'))).toEqual(SEVERAL[list.noun] ?? []);
  });
});

describe('a list that one page could hold', () => {
  it('is read whole, in the order of its words and numbers, page by page', async () => {
    const { user, asked } = await openRequests(3);
    await namesShown(['Borrower 10', 'Borrower 9']);
    await press(user, 'borrowerName');
    await namesShown(['Borrower 2', 'Borrower 9']);
    expect(address()).toContain('sort=borrowerName');
    expect(asked.at(-1)).toMatchObject({ page: 1, size: MAX_PAGE_SIZE });
    expect(asked.filter(({ sort }) => sort)).toEqual([]);
    await press(user, 'borrowerName');
    await namesShown(['Borrower 10', 'Borrower 9']);
  });

  it('keeps its order by its address', async () => {
    await openRequests(3, '/requests?size=2&page=2&sort=borrowerName&order=asc');
    await namesShown(['Borrower 10']);
  });
});

describe('a longer list', () => {
  it('sorts by what the server has an index for alone, also when an address says otherwise', async () => {
    const { asked } = await openRequests(MAX_PAGE_SIZE + 1, '/requests?size=2&sort=borrowerName&order=asc');
    await namesShown(['Borrower 10', 'Borrower 9']);
    expect(asked.at(-1)).toMatchObject({ page: 1, size: 2 });
    expect(head('borrowerName').getAttribute('aria-sort')).not.toBe('ascending');
    expect(sortable(head('borrowerName'))).toBe(false);
    expect(screen.getByText(/^Too many rows to sort by “Borrower”/)).toBeTruthy();
  });
});

it.each([
  [COUNT_CAP, true],
  [COUNT_CAP + 1, false],
])('of %d rows: sorted by what has no index: %s', async (totalCount, sorts) => {
  const promises = OPENING.find(({ noun }) => noun === 'promises')!;
  const besides = { ...promises.besides, totalCount };
  await openApp({
    at: promises.at,
    role: 'supervisor',
    answers: (network) => answerList(network, { ...promises, besides }, { ids: [1, 2] }),
  });
  await waitFor(() => expect(document.querySelector('.ag-row')).not.toBeNull());
  expect(sortable(head('amount'))).toBe(sorts);
});
