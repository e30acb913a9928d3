import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { type RecordAnswer, RecordCall } from '../../../contract/cases/records.js';
import { CALL_OUTCOMES } from '../../../contract/contact/call-results.js';
import { answerCase, CASE } from './case/facts.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal } from './support/network.js';

useBrowser();

const OUTCOMES = CALL_OUTCOMES.filter(({ callStatus }) => callStatus === 'CONNECTED');
const ANSWER: RecordAnswer = { recordId: 11, status: 'C20', promiseId: null, version: 6, undoUntil: null };
const CALL = 'POST task/record';

async function openCase() {
  const opened = await openApp({ at: '/task/7/31', role: 'member', answers: answerCase });
  opened.network.on({ call: CALL, body: RecordCall, answer: () => ANSWER });
  const form = await screen.findByRole('form', { name: 'Call result' });
  return { ...opened, form };
}

const chosen = () => document.querySelector<HTMLElement>('[data-result][aria-pressed=true]');
const problem = () => [...document.querySelectorAll('.case-problem')].map(({ textContent }) => textContent);

describe('the form of a call result', () => {
  it('is chosen by the keys 1 to 9, and gives what was chosen the focus', async () => {
    const { user } = await openCase();
    for (const key of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) {
      await user.keyboard(key);
      await waitFor(() => expect(chosen()?.getAttribute('aria-keyshortcuts')).toBe(key));
      expect(chosen()?.title).toBe(OUTCOMES[Number(key) - 1]?.result);
      expect(document.activeElement).toBe(chosen());
    }
    await user.keyboard('{Enter}');
    expect(chosen()?.getAttribute('aria-keyshortcuts')).toBe('9');
  });

  it('is reached by r, and promises by p', async () => {
    const { user } = await openCase();
    await user.keyboard('r');
    expect(document.activeElement).toBe(document.querySelector('[data-result]'));
    await user.keyboard('p');
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('promiseAmount'));
    expect(chosen()?.title).toBe('PTP');
  });

  it('says what stands against saving, and puts the focus there', async () => {
    const { user, network, form } = await openCase();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(problem()).toHaveLength(1));
    const late = OUTCOMES.findIndex(({ followUp }) => followUp) + 1;
    await user.keyboard(String(late));
    const at = form.querySelector<HTMLInputElement>('input[name=nextFollowUpAt]')!;
    await user.clear(at);
    chosen()?.focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(document.activeElement?.closest('.case-field')?.querySelector('.case-problem')).toBeTruthy(),
    );
    expect(network.sent(CALL)).toEqual([]);
  });

  it('shows a refusal at its field, keeps what was typed, and sends the contract’s body', async () => {
    const { user, network, form } = await openCase();
    const fields = [{ field: 'promiseAmount', rule: 'range', message: 'At most $100.00 today' }];
    network.on({ call: CALL, body: RecordCall, answer: () => new Refusal('22', 'Not so', { fields }) });
    await user.keyboard('p');
    const amount = await within(form).findByRole('textbox', { name: /amount/i });
    await user.clear(amount);
    await user.type(amount, '200');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(problem()).toEqual(['At most $100.00 today']));
    expect(amount).toHaveProperty('value', '200');
    network.on({ call: CALL, body: RecordCall, answer: () => ANSWER });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(chosen()).toBeNull());
    expect(network.sent<RecordCall>(CALL).at(-1)).toMatchObject({
      taskId: CASE.id, contactId: 9, callStatus: 'CONNECTED', callResult: 'PTP', promiseAmount: 20_000, notes: '',
    }); // prettier-ignore
  });

  it('is not there for a case that the viewer only reads', async () => {
    await openApp({
      at: '/task/7/31',
      role: 'member',
      answers: (network) =>
        answerCase(network).on({ call: 'GET task/info/7', answer: () => ({ ...CASE, actions: [] }) }),
    });
    await waitFor(() => expect(document.querySelector('.case-form-off')).not.toBeNull());
    expect(screen.queryByRole('form', { name: 'Call result' })).toBeNull();
  });
});
