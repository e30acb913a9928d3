import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { RequestListQuery } from '../../../contract/cases/requests.js';
import { ComplaintsQuery } from '../../../contract/supervision/complaints.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal } from './support/network.js';
import { NO_ROWS } from './support/people.js';
import { push } from './support/push.js';

useBrowser();

describe('an entry of the menu', () => {
  it('counts what waits in its list, follows pushes, and shows no number where the list is refused', async () => {
    let waiting = 3;
    const { network } = await openApp({
      at: '/products',
      answers: (net) =>
        net
          .on({ call: 'GET product/terms', answer: () => NO_ROWS })
          .on({
            call: 'GET request/list',
            query: RequestListQuery,
            answer: () => ({ result: [], totalCount: waiting, overdue: 0 }),
          })
          .on({
            call: 'GET customer/service/list',
            query: ComplaintsQuery,
            answer: () => new Refusal('20', 'No'),
          }),
    });
    const entry = (name: string) => screen.getByRole('link', { name });
    await waitFor(() => expect(entry('Requests 3')).toBeTruthy());
    expect(network.queries('GET request/list')).toMatchObject([{ state: 'OPEN', size: 1 }]);
    waiting = 4;
    push('tags.changed', { tags: [{ type: 'Request' }] });
    await waitFor(() => expect(entry('Requests 4')).toBeTruthy());
    waiting = 0;
    push('tags.changed', { tags: [{ type: 'Request' }] });
    await waitFor(() => expect(entry('Requests')).toBeTruthy());
    expect(entry('Complaints')).toBeTruthy();
  });
});
