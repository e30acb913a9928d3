import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  IndicatorChange,
  IndicatorForm,
  IndicatorQuery,
  type IndicatorRow,
} from '../../../contract/team/indicators.js';
import { openApp, useBrowser } from './support/app.js';
import type { Network } from './support/network.js';
import { NO_ROWS } from './support/people.js';
import { controlOf, fieldRow, goneTo } from './support/screen.js';

useBrowser();

const INDICATOR: IndicatorRow = {
  ...IndicatorForm.parse({
    ...{ institutionId: 1, queueId: 5, method: 'RATE_AMOUNT', percent: 20, amount: null },
    buckets: { dpd1: null, dpd8: null, dpd16: null, dpd31: null, dpd61: null, dpd91: null },
    ...{ effectiveFrom: '2026-01-01', effectiveTo: null },
  }),
  ...{ id: 7, version: 3, state: 'IN_FORCE', institutionName: 'House', queueName: 'Early' },
  ...{ updatedBy: 'Ana', updatedAt: '2026-11-18T17:00:00.000Z' },
};
const answersOf = (institutionId: number | null) => (network: Network) =>
  network
    .on({ call: 'GET achievementBoard/info/7', answer: () => ({ ...INDICATOR, institutionId }) })
    .on({ call: 'GET achievementBoard/list', query: IndicatorQuery, answer: () => NO_ROWS })
    .on({ call: SAVE, body: IndicatorChange, answer: () => ({ id: 8 }) });
const SAVE = 'POST achievementBoard/createOrUpdate';
const openNext = async (institutionId: number | null = 1) => {
  const answers = answersOf(institutionId);
  const opened = await openApp({ at: '/add/indicator?like=7', role: 'admin', answers });
  await waitFor(() => expect(document.querySelector('[data-field="queueId"]')).not.toBeNull());
  const choose = async (name: string, text: string) => {
    await opened.user.click(controlOf(name));
    const found = await screen.findAllByText(text);
    await opened.user.click(found.find((each) => each.closest('.ant-select-item-option'))!);
  };
  return { ...opened, choose };
};

it('the next indicator is saved as the one that ends the one before', async () => {
  const { user, network } = await openNext();
  await user.keyboard('{Control>}s{/Control}');
  await goneTo('/indicators');
  expect(network.sent(SAVE)).toMatchObject([{ queueId: 5, percent: 20, follows: 7 }]);
});

it('a queue that another institution does not have is emptied with a word, and comes back', async () => {
  const { user, choose } = await openNext(null);
  await choose('institutionId', 'Branch');
  const queue = within(fieldRow('queueId'));
  expect(queue.getByRole('status').textContent).toContain('Emptied, because “Institution” has changed.');
  expect(queue.queryByText('Early')).toBeNull();
  await user.click(queue.getByRole('button', { name: 'Change it back' }));
  expect(queue.getByText('Early')).toBeTruthy();
  expect(within(fieldRow('institutionId')).queryByText('Branch')).toBeNull();
  expect(queue.queryByRole('status')).toBeNull();
});

it('a queue stays where every institution is chosen, which has it too', async () => {
  const { user } = await openNext();
  await user.click(fieldRow('institutionId').querySelector('.ant-select-clear')!);
  expect(within(fieldRow('queueId')).getByText('Early')).toBeTruthy();
  expect(within(fieldRow('institutionId')).queryByText('House')).toBeNull();
});

it('Enter in a day takes the day, and sends nothing', async () => {
  const { user, network } = await openNext();
  await user.click(controlOf('effectiveTo'));
  await user.keyboard('2030-12-31{Enter}');
  await waitFor(() => expect(controlOf('effectiveTo').value).toBe('2030-12-31'));
  expect(network.sent(SAVE)).toEqual([]);
});
