import { afterEach, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { baseApi } from '../../../client/api/base-api.js';
import { AllocationWhy } from '../../../client/features/allocation/allocation-why.js';
import { store } from '../../../client/app/store.js';
import { loadWords } from '../../../client/i18n/i18n.js';
import type { CaseInfo } from '../../../contract/cases/cases.js';
import type { Language } from '../../../contract/codes.js';
import {
  type AllocationExplanation,
  ExplainQuery,
  type PlanExplanation,
} from '../../../contract/team/allocation.js';
import { openApp, useBrowser } from './support/app.js';
import { NO_ROWS } from './support/people.js';
import { expectWords } from './support/screen.js';

useBrowser();
// The shell empties the store as it goes, and may go before what is beside it.
afterEach(() => void store.dispatch(baseApi.util.resetApiState()));

const MOVED = { agentId: 1, agent: 'Ana', by: 'Lena', at: '2026-11-18T18:00:00.000Z', returned: false };
const PLAN: PlanExplanation = {
  ...{ runId: 9, day: '2026-11-18', rule: 'LEAST_LOADED', state: 'DONE', reason: null, stratum: 'A0-D0' },
  ...{ agentId: 1, agent: 'Ana', before: 47, cap: 120 },
  whyNot: {
    ...{ agentId: 2, agent: 'Beto', why: 'TIED_AMOUNT', before: 47, cap: 120 },
    ...{ amount: 250_000, takerAmount: 200_000 },
  },
};
let taskId = 0;

/** The explanation as a case's page shows it, opened. */
async function open(answer: AllocationExplanation, language: Language = 'en') {
  taskId += 1;
  const { user } = await openApp({
    ...{ at: '/products', role: 'leader', language },
    answers: (network) =>
      network
        .on({ call: 'GET product/terms', answer: () => NO_ROWS })
        .on({ call: 'GET login/getAllCollector', answer: () => [{ id: 2, name: 'Beto' }] })
        .on({ call: `GET allocation/explain/${taskId}`, query: ExplainQuery, answer: () => answer }),
  });
  await loadWords(['allocation']);
  render(
    <Provider store={store}>
      <AllocationWhy info={{ id: taskId } as CaseInfo} />
    </Provider>,
  );
  await user.click(
    await screen.findByRole('button', {
      name: /^(Why this collector|¿Por qué este gestor|为什么是这位催收员)\?$/,
    }),
  );
}

it('explains a tie by both amounts', async () => {
  await open({ moved: null, plan: PLAN, keptOut: null });
  await screen.findByText(
    'Beto was as loaded: 47 of 120. The lower amount of the day decided: Ana had $2,000.00, Beto $2,500.00.',
  );
});

it('names who gave the case by hand before the plan that had it', async () => {
  await open({ moved: { ...MOVED, returned: true }, plan: { ...PLAN, whyNot: null }, keptOut: null });
  await screen.findByText(/^Lena returned it to Ana, Nov 18/);
  await screen.findByText(/^The newest plan that had it: Ana had the least of the day/);
});

it.each<[Language, RegExp]>([
  ['en', /^Lena gave it to Ana by hand/],
  ['es', /^Lena lo asignó a mano a Ana/],
  ['cn', /^Lena 于 .* 手动分给 Ana/],
])('says in %s that a person gave the case', async (language, text) => {
  await open({ moved: MOVED, plan: null, keptOut: null }, language);
  await screen.findByText(text);
  expectWords();
  expect(screen.queryByText('Why not another?')).toBeNull();
});

it('says what kept the case out of every plan', async () => {
  await open({ moved: null, plan: null, keptOut: 'QUEUE_MANUAL' });
  await screen.findByText('No plan had it: its queue is handed out by hand.');
});
