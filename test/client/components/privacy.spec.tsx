import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  ErasureDecision,
  ErasureWish,
  PrivacyWish,
  type PrivacyRow,
} from '../../../contract/contact/privacy.js';
import { openApp, useBrowser } from './support/app.js';
import { controlOf, expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const row = (change: Partial<PrivacyRow> = {}): PrivacyRow => ({
  ...{ id: 5, version: 2, status: 'BLOCKED', institutionName: 'Norte', taskId: 7, loanId: 'L-7' },
  ...{ borrowerNumber: 'B-7', receivedOn: '2026-11-10', dueOn: '2026-12-08', reason: 'By letter' },
  ...{ blockedBy: 'Eva', blockedAt: '2026-11-10T17:00:00.000Z', erasableOn: '2026-11-12', against: [] },
  ...{ askedBy: null, askedAt: null, decidedBy: null, answer: null, endedAt: null, mine: false },
  ...change,
});

async function open(rows: PrivacyRow[], language: 'en' | 'es' | 'cn' = 'en', at = '/privacy') {
  const sent: object[] = [];
  const opened = await openApp({
    ...{ at, language, role: 'admin' },
    answers: (network) =>
      network
        .on({ call: 'GET privacy/list', answer: () => ({ result: rows, totalCount: rows.length }) })
        .on({
          call: 'POST privacy/block',
          body: PrivacyWish,
          answer: ({ body }) => (sent.push(body), { id: 6 }),
        })
        .on({
          call: 'POST privacy/ask',
          body: ErasureWish,
          answer: ({ body }) => (sent.push(body), { id: 5 }),
        })
        .on({
          call: 'POST privacy/decide',
          body: ErasureDecision,
          answer: ({ body }) => (sent.push(body), { id: 5 }),
        }),
  });
  return { ...opened, sent };
}

describe('the list of those who want to be left alone', () => {
  it.each([
    ['en', /^kept until .*2031, open case$/],
    ['es', /^se conserva hasta .*2031, caso abierto$/],
    ['cn', /^保留至 2031.*, 有未结案件$/],
  ] as const)('says in %s what stands against erasing', async (language, against) => {
    await open([row({ against: ['TERM', 'OPEN_CASE'], erasableOn: '2031-11-17' })], language);
    expect(await screen.findByText(against)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ask for erasure' })).toBeNull();
    expectWords();
    await expectAccessible();
  });

  it('offers the erasure where nothing stands against it, and asks first', async () => {
    const { user, sent } = await open([row()]);
    await user.click(await screen.findByRole('button', { name: /Ask for erasure/ }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: /Ask for erasure|OK|Yes/ }),
    );
    await waitFor(() => expect(sent).toMatchObject([{ id: 5, version: 2 }]));
  });

  it('has it decided by another administrator, with an answer', async () => {
    const { user, sent } = await open([row({ status: 'ASKED', askedBy: 'Luis' })]);
    await user.click(await screen.findByRole('button', { name: /^Erase/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('There is no way back');
    await user.type(within(dialog).getByRole('textbox'), 'Counsel agrees');
    await user.click(within(dialog).getByRole('button', { name: 'Erase' }));
    await waitFor(() => expect(sent).toMatchObject([{ id: 5, approve: true, answer: 'Counsel agrees' }]));
  });

  it('offers nothing to who asked for it', async () => {
    await open([row({ status: 'ASKED', askedBy: 'Lucia', mine: true })]);
    expect(await screen.findByText('Erasure waits')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Erase/ })).toBeNull();
  });
});

it('a wish is written down with the day on which it came', async () => {
  const { user, sent } = await open([], 'en', '/add/privacy/7');
  await screen.findByRole('button', { name: 'Save' });
  await user.type(controlOf('reason'), 'By letter');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject([{ taskId: 7, reason: 'By letter' }]));
  await expectAccessible();
});
