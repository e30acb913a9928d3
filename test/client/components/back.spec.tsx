import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { type DayEvents, DayEventsQuery } from '../../../contract/cases/timeline.js';
import { StopsQuery } from '../../../contract/contact/stops.js';
import { QualitySamplesQuery, QualitySheetsQuery } from '../../../contract/supervision/quality.js';
import { PresenceTimelineQuery } from '../../../contract/team/presence.js';
import { QueueCasesQuery } from '../../../contract/team/queues.js';
import { ABSENT, answerList, answerQueue } from './lists/answers.js';
import { OPENING, type OpeningList, queueCase } from './lists/opening.js';
import { openApp, useBrowser } from './support/app.js';
import { type Network } from './support/network.js';
import { push } from './support/push.js';
import { address, expectAccessible, goneTo, rowInFocus } from './support/screen.js';

useBrowser();

const IDS = [1, 2, 3];
const SIZE = 2;

const rowsShown = (count: number) =>
  waitFor(() => expect(document.querySelectorAll('.ag-row')).toHaveLength(count));
const placeShown = (text: string) =>
  waitFor(() => expect(document.querySelector('.list-place')?.textContent).toContain(text));
const standsOn = (id: number) => waitFor(() => expect(rowInFocus()).toBe(String(id)));

const addressOf = ({ at }: OpeningList) => `${at}${at.includes('?') ? '&' : '?'}size=${SIZE}`;

async function openSecond(list: OpeningList) {
  const at = addressOf(list);
  const opened = await openApp({
    at,
    answers: (network) => answerList(network, list, { ids: IDS, size: SIZE }),
    role: 'supervisor',
  });
  await rowsShown(2);
  await opened.user.keyboard('jj');
  await standsOn(2);
  await opened.user.keyboard('{Enter}');
  await goneTo(list.opens(2));
  await placeShown('2 of 3');
  return opened;
}

describe.each(OPENING)('a page that is opened from $noun', (list) => {
  it('says where it stands there, and Esc leads back to its row', async () => {
    const { user } = await openSecond(list);
    await user.keyboard('k');
    await goneTo(list.opens(1));
    await placeShown('1 of 3');
    await user.keyboard('{Escape}');
    await goneTo(addressOf(list));
    await standsOn(1);
  });
});

describe('a page that is opened from complaints', () => {
  it('leads on over the end of the page that is shown, and back', async () => {
    const list = OPENING.find(({ noun }) => noun === 'complaints')!;
    const { user } = await openSecond(list);
    await expectAccessible();
    await user.keyboard('j');
    await goneTo(list.opens(3));
    await placeShown('3 of 3');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toContain('page=2'));
    await standsOn(3);
    await user.keyboard('{Enter}');
    await goneTo(list.opens(3));
    await placeShown('3 of 3');
    await user.keyboard('k');
    await goneTo(list.opens(2));
  });
});

describe('a page that is opened by a link', () => {
  it('leads to the list of its noun, and stands in none', async () => {
    const list = OPENING.find(({ at }) => at === '/complaints')!;
    const { user } = await openApp({
      at: '/complaint/2',
      answers: (network) => answerList(network, list, { ids: IDS, size: SIZE }),
    });
    await screen.findByText('It is not here');
    expect(document.querySelector('.list-place')).toBeNull();
    await user.keyboard('{Escape}');
    await goneTo('/complaints');
  });

  it('is not where its list was opened from', async () => {
    const nothing = () => ({ result: [], totalCount: 0 });
    const { user } = await openApp({
      at: '/quality/sheet/1',
      answers: (network) =>
        network
          .on({ call: 'GET quality/sheet/1', answer: () => ABSENT })
          .on({ call: 'GET quality/sheets', query: QualitySheetsQuery, answer: nothing })
          .on({ call: 'GET quality/samples', query: QualitySamplesQuery, answer: nothing }),
    });
    await screen.findByText('It is not here');
    await user.keyboard('{Escape}');
    await goneTo('/quality/sheets');
    await screen.findByText('No score sheet yet');
    await user.keyboard('{Escape}');
    await goneTo('/quality');
  });
});

describe('the marks of a list', () => {
  const answers = (network: Network, ids: readonly number[], version = 1) => {
    answerQueue(network);
    for (const id of IDS) network.on({ call: `GET task/info/${id}`, answer: () => ABSENT });
    const result = ids.map((id) => ({ ...queueCase(id), version }));
    network.on({
      call: 'GET management/queue/tasks/5',
      query: QueueCasesQuery,
      answer: () => ({ result, totalCount: result.length }),
    });
  };
  const marks = () =>
    [...document.querySelectorAll('.ag-row-selected')].map((row) => row.getAttribute('row-id')).sort();
  const openMarked = async () => {
    const opened = await openApp({ at: '/queue/list/5', answers: (network) => answers(network, IDS) });
    await rowsShown(3);
    for (const id of [1, 3])
      await opened.user.click(document.querySelector(`.ag-row[row-id="${id}"] .ag-checkbox-input`)!);
    await waitFor(() => expect(marks()).toEqual(['1', '3']));
    return opened;
  };

  it('are there again when its reader comes back', async () => {
    const { user } = await openMarked();
    await user.click(screen.getByText('Borrower 2'));
    await goneTo('/task/2/L-2');
    await screen.findByText('This case is not here');
    await user.keyboard('{Escape}');
    await goneTo('/queue/list/5');
    await waitFor(() => expect(marks()).toEqual(['1', '3']));
    await screen.findByText('2 rows marked');
  });

  it('stay on the rows that are still there when others have left', async () => {
    const { network } = await openMarked();
    answers(network, [1, 2], 2);
    push('tags.changed', { tags: [{ type: 'Queue' }] });
    await screen.findByText('1 row marked');
    expect(marks()).toContain('1');
  });
});

describe('a row that a newer answer lacks', () => {
  it.each([
    [2, 'row-gone', 'has left the list, which has no other page'],
    [40, 'row-off', 'may stand on another page'],
  ])('of %i rows is %s: it %s', async (total, shownAs) => {
    const answer = (network: Network, ids: readonly number[]) =>
      network.on({
        ...{ call: 'GET management/queue/tasks/5', query: QueueCasesQuery },
        answer: () => ({ result: ids.map((id) => queueCase(id)), totalCount: total }),
      });
    const { network } = await openApp({
      at: '/queue/list/5',
      answers: (given) => {
        answerQueue(given);
        answer(given, IDS);
      },
    });
    await rowsShown(3);
    answer(network, [1, 2]);
    push('tags.changed', { tags: [{ type: 'Queue' }] });
    const row = () => document.querySelector('.ag-row[row-id="3"]')!;
    await waitFor(() => expect(row().className).toContain(shownAs));
    expect(['row-gone', 'row-off'].filter((name) => row().classList.contains(name))).toEqual([shownAs]);
  });
});

describe('the events of a day', () => {
  const event = (id: number): DayEvents['result'][number] => ({
    id, name: 'case.assigned', callId: null, kind: 'case', actor: 'Ana', facts: {}, people: {}, before: null, after: null,
    effectiveAt: '2026-11-18T17:00:00.000Z', recordedAt: '2026-11-18T17:00:00.000Z',
    about: { taskId: id, loanId: `L-${id}`, borrowerName: `Borrower ${id}` },
  }); // prettier-ignore

  it('lead to a case, on to the next and back to its link', async () => {
    const { user } = await openApp({
      at: '/dashboard/events/9/2026-11-18',
      answers: (network) => {
        for (const id of IDS) network.on({ call: `GET task/info/${id}`, answer: () => ABSENT });
        network
          .on({ call: 'GET presence/timeline', query: PresenceTimelineQuery, answer: () => ABSENT })
          .on({ call: 'GET guard/stops', query: StopsQuery, answer: () => ABSENT })
          .on({
            call: 'GET dashboard/events',
            query: DayEventsQuery,
            answer: (): DayEvents => ({
              ...{ collectorId: 9, name: 'Ana', groupId: null, day: '2026-11-18', next: null, total: null },
              result: [1, 2, 2, 3].map((about, at) => ({ ...event(about), id: at + 1 })),
            }),
          });
      },
    });
    await user.click((await screen.findAllByText(/Borrower 2/))[0]!);
    await goneTo('/task/2/L-2');
    await placeShown('2 of 3');
    await user.keyboard('j');
    await goneTo('/task/3/L-3');
    await placeShown('3 of 3');
    await user.keyboard('{Escape}');
    await goneTo('/dashboard/events/9/2026-11-18');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Borrower 3'));
  });
});
