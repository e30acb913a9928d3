import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { WrongPartiesQuery, type WrongPartyRow } from '../../../contract/contact/wrong-parties.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible } from './support/screen.js';

useBrowser();

const row = (name: string, wrong: number, low: number): WrongPartyRow => ({
  ...{ key: name, name, answered: 60, borrower: 60 - wrong, wrong },
  share: { rate: wrong / 60, low, high: 0.4 },
});
const open = (rows: WrongPartyRow[]) =>
  openApp({
    at: '/wrongParties',
    role: 'supervisor',
    answers: (network) =>
      network.on({
        call: 'GET softPhone/wrongParties',
        query: WrongPartiesQuery,
        answer: ({ query: { by } }) => ({
          all: {
            ...{ answered: 120, borrower: 103, wrong: 17 },
            share: rows.length === 0 ? null : { rate: 0.142, low: 0.09, high: 0.21 },
          },
          rows: by === 'relation' ? [{ ...rows[0]!, name: 'R01' }] : rows,
        }),
      }),
  });
const cells = () => [...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent);

describe('wrong numbers', () => {
  it('are drawn beside the share of all, and are red where they are above it for certain', async () => {
    const { user } = await open([row('Ana', 15, 0.158), row('Eva', 2, 0.01)]);
    await screen.findByText('17 wrong numbers in 120 answered calls: 14.2%');
    expect(cells().slice(0, 5)).toEqual(['Ana', '60', '45', '15', '25.0%']);
    const bars = [...document.querySelectorAll('.wrong-bar')];
    expect(bars.map((each) => each.getAttribute('aria-label'))).toEqual(['15.8% to 40.0%', '1.0% to 40.0%']);
    expect(document.querySelectorAll('.wrong-bar-bad')).toHaveLength(1);
    await expectAccessible();
    await user.click(screen.getByText('Whose number'));
    await waitFor(() => expect(cells()[0]).toBe('Self'));
  });

  it('are none while nobody has said who answered', async () => {
    await open([]);
    await screen.findByText('No caller said who answered in these days');
  });
});
