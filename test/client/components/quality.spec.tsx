import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  QualityWord,
  type QualitySampleDetail,
  QualitySamplesQuery,
  QualityScoring,
  QualitySheetChange,
} from '../../../contract/supervision/quality.js';
import type { RecordingInfo } from '../../../contract/supervision/recordings.js';
import { openApp, useBrowser } from './support/app.js';
import { NO_ROWS } from './support/people.js';
import { expectAccessible } from './support/screen.js';

useBrowser();

const sample = (change: Partial<QualitySampleDetail> = {}): QualitySampleDetail => ({
  ...{ id: 5, callId: 9, day: '2026-11-17', callTime: '2026-11-17T18:00:00.000Z' },
  ...{ agentId: 3, agentName: 'Ana', sheetName: 'Courtesy', status: 'WAITING', total: null, inspectors: 0 },
  questions: [
    { weight: 3, text: 'Says who calls' },
    { weight: 1, text: 'Stays polite' },
  ],
  ...{ scores: [], answer: null, closing: null },
  ...{ mayScore: true, mayCorrect: false, mayAnswer: false, mayClose: false },
  ...change,
});

const RECORDING: RecordingInfo = {
  ...{ callId: 9, state: 'NONE', callTime: '2026-11-17T18:00:00.000Z', duration: 60, agentId: 3 },
  ...{ agentName: 'Ana', contactName: null, contactRelation: null, calledNumber: null, taskId: 7 },
  ...{ orderId: 'L-7', sound: null, notes: [], listens: null },
};

async function openSample(change: Partial<QualitySampleDetail> = {}) {
  const sent: object[] = [];
  const opened = await openApp({
    at: '/quality/sample/5',
    role: 'supervisor',
    answers: (network) =>
      network
        .on({ call: 'GET quality/sample/5', answer: () => sample(change) })
        .on({ call: 'GET quality/sample/6', answer: () => sample({ id: 6, agentName: 'Luis' }) })
        .on({ call: 'GET softPhone/recording', answer: () => RECORDING })
        .on({ call: 'POST quality/score', body: QualityScoring, answer: ({ body }) => sent.push(body) })
        .on({ call: 'POST quality/close', body: QualityWord, answer: ({ body }) => sent.push(body) }),
  });
  return { ...opened, sent };
}

const question = (text: string) => screen.findByRole('group', { name: new RegExp(text) });
const answer = async (user: Awaited<ReturnType<typeof openApp>>['user'], text: string, word: string) =>
  user.click(within(await question(text)).getByRole('button', { name: word }));

describe('a score', () => {
  it('takes marks as they are typed, without a key that ends them, and says how far it is', async () => {
    const { user, sent } = await openSample();
    await answer(user, 'Says who calls', 'Yes');
    await answer(user, 'Stays polite', 'No');
    expect(screen.getByText('2 of 2 answered, 75 of 100 so far')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Mark at .*: Stays polite/), 'Shouts');
    await user.type(screen.getAllByLabelText(/^Mark at .*: Stays polite/).at(-1)!, 'Again{Enter}');
    expect(sent).toEqual([]);
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Save score' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        {
          answers: ['YES', 'NO'],
          marks: [
            { question: 1, second: 0, text: 'Shouts' },
            { question: 1, second: 0, text: 'Again' },
          ],
        },
      ]),
    );
  });

  it('is kept as it is typed when its page is left, and a mark can be taken away', async () => {
    const { user, router } = await openSample();
    await answer(user, 'Says who calls', 'Yes');
    await user.type(screen.getByLabelText(/^Mark at .*: Says who calls/), 'Good');
    await router.navigate('/quality/sample/6');
    expect(await screen.findByText(/^Luis, call of/)).toBeTruthy();
    await router.navigate('/quality/sample/5');
    expect(await screen.findByDisplayValue('Good')).toBeTruthy();
    expect(screen.getByText('1 of 2 answered, 100 of 100 so far')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Remove the mark/ }));
    expect(screen.queryByDisplayValue('Good')).toBeNull();
  });

  it('is corrected in place of the own one, and its answer is closed with a word', async () => {
    const own = { by: 'Mia', at: '2026-11-18T10:00:00.000Z', total: 75, remark: '', marks: [], mine: true };
    const { user, sent } = await openSample({
      ...{ status: 'ANSWERED', mayScore: false, mayCorrect: true, mayClose: true },
      scores: [{ ...own, answers: ['YES', 'NO'] }],
      answer: { text: 'The line was bad', at: '2026-11-18T11:00:00.000Z' },
    });
    await user.click(await screen.findByRole('button', { name: 'Correct my score' }));
    await answer(user, 'Stays polite', 'Yes');
    await user.click(screen.getByRole('button', { name: 'Save score' }));
    await waitFor(() => expect(sent).toMatchObject([{ answers: ['YES', 'YES'], corrects: own.at }]));
    await user.type(screen.getByLabelText('Your word on the answer'), 'Heard again');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ sampleId: 5, text: 'Heard again' }));
  });
});

describe('the scores of a collector', () => {
  it('have an entry in the menu and a page of their own, without what inspectors filter by', async () => {
    const { user } = await openApp({
      at: '/quality/sample/5',
      role: 'member',
      answers: (network) =>
        network
          .on({ call: 'GET quality/sample/5', answer: () => sample({ mayScore: false }) })
          .on({ call: 'GET softPhone/recording', answer: () => RECORDING })
          .on({ call: 'GET quality/samples', query: QualitySamplesQuery, answer: () => NO_ROWS }),
    });
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    await user.click(await within(menu).findByRole('link', { name: 'Quality' }));
    expect(await screen.findByRole('heading', { name: 'My scores' })).toBeTruthy();
    expect(screen.queryByText('To do')).toBeNull();
  });
});

describe('a score sheet', () => {
  it('is written question by question, each with its weight', async () => {
    const sent: { questions: string }[] = [];
    const { user } = await openApp({
      at: '/add/qualitySheet',
      role: 'supervisor',
      answers: (network) =>
        network.on({
          call: 'POST quality/sheets',
          body: QualitySheetChange,
          answer: ({ body }) => sent.push(body) && { id: 1 },
        }),
    });
    await user.type(await screen.findByLabelText('Name'), 'Courtesy');
    await user.type(screen.getByLabelText('Question 1'), 'Says who calls');
    await user.click(screen.getByRole('button', { name: 'Add a question' }));
    await user.type(screen.getByLabelText('Question 2'), 'Stays polite');
    await user.click(screen.getByRole('button', { name: 'Add a question' }));
    await user.click(screen.getByRole('button', { name: 'Remove question 3' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ questions: '1 Says who calls\n1 Stays polite' }]));
  });
});
