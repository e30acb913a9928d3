import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  ApprovalDecision,
  ApprovalsQuery,
  type ApprovalRow,
} from '../../../contract/administration/approvals.js';
import {
  ProductTermsForm,
  ProductTermsQuery,
  type ProductTermsRow,
} from '../../../contract/money/products.js';
import type { Captcha } from '../../../contract/session.js';
import { openApp, useBrowser } from './support/app.js';
import { type Network, Refusal, REQUEST_ID } from './support/network.js';
import { push } from './support/push.js';
import { address, goneTo, rowTexts } from './support/screen.js';

useBrowser();

const TERMS: ProductTermsRow = {
  ...ProductTermsForm.parse({
    productCategory: 'Nomina', institutionId: 1, effectiveFrom: '2030-01-01', extensionPercent: 12.5, extensionDays: 7,
    extensionLimit: 2, afterDays: 90, automaticDebit: true,
  }),
  id: 7, version: 3, state: 'PLANNED', institutionName: 'House', updatedBy: 'Ana', updatedAt: '2026-11-18T17:00:00.000Z',
}; // prettier-ignore

type Terms = (query: ProductTermsQuery) => unknown;
const all: Terms = () => ({ result: [TERMS], totalCount: 1 });

/** The list, and the sign-in page that a lost session leads to. */
const answers =
  (terms: Terms = all) =>
  (network: Network) =>
    network
      .on({ call: 'GET product/terms', query: ProductTermsQuery, answer: ({ query }) => terms(query) })
      .on({
        call: 'POST login/generateValidateCode',
        answer: (): Captcha => ({ codeKey: 'k', codeValue: '' }),
      });

/** What this browser still knows of somebody. */
const stored = () => ({
  local: Object.keys(localStorage).filter((key) => /token|user/i.test(key)),
  cookies: document.cookie,
});

describe.each(['02', '-1'] as const)('code %s', (code) => {
  it('clears what is stored, leads to the form and says the server’s words once', async () => {
    await openApp({ at: '/products', answers: answers(() => new Refusal(code, `the server said ${code}`)) });
    await goneTo('/login');
    expect(await screen.findAllByText(`the server said ${code}`)).toHaveLength(1);
    expect(stored()).toEqual({ local: [], cookies: '' });
  });
});

describe('any other code', () => {
  it('shows the server’s words in the place of the rows, and the screen stays', async () => {
    let refuse: () => void = () => undefined;
    const terms: Terms = ({ productCategory }) =>
      productCategory
        ? new Promise((come) => (refuse = () => come(new Refusal('23', 'somebody was faster'))))
        : all({} as ProductTermsQuery);
    const { router } = await openApp({ at: '/products', answers: answers(terms) });
    await waitFor(() => expect(rowTexts()).toHaveLength(1));
    await router.navigate('/products?productCategory=Auto');
    // Rows of the question before stand there, marked as such, and never for an answer that failed.
    await waitFor(() => expect(document.querySelectorAll('.rows-waiting .ag-row')).toHaveLength(1));
    refuse();
    expect(await screen.findByText('somebody was faster')).toBeTruthy();
    expect(document.querySelectorAll('.ag-row')).toHaveLength(0);
    expect(address()).toBe('/products?productCategory=Auto');
  });

  it('says once that something may not be read, and does not offer to ask again', async () => {
    await openApp({ at: '/products', answers: answers(() => new Refusal('20', 'Not yours')) });
    expect(await screen.findAllByText('Not yours')).toHaveLength(1);
    expect(screen.queryByText('Try again')).toBeNull();
  });
});

describe('a lost network', () => {
  it('says "no server"', async () => {
    const away: Terms = () => Promise.reject(new TypeError('Failed to fetch'));
    await openApp({ at: '/products', answers: answers(away) });
    expect(await screen.findByText('no server')).toBeTruthy();
  });
});

describe('a session that ends while something is typed', () => {
  async function endedWhileTyping() {
    const opened = await openApp({ at: '/product/7', answers: answers() });
    const { network, user } = opened;
    network.on({ call: 'POST product/terms', answer: () => new Refusal('02', 'your session is over') });
    const product = await screen.findByRole('textbox', { name: /Product/ });
    await user.type(product, ' plus');
    await user.keyboard('{Control>}s{/Control}');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('your session is over')).toBeTruthy();
    return { ...opened, product, press: (name: string) => user.click(within(dialog).getByText(name)) };
  }

  it('asks, and lets who would lose it stay', async () => {
    const { product, press } = await endedWhileTyping();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByText('your session is over')).toBeNull());
    expect(product).toHaveProperty('value', 'Nomina plus');
    expect(address()).toBe('/product/7');
  });

  it('asks, and lets who would lose it leave for the sign-in page', async () => {
    const { press } = await endedWhileTyping();
    await press('To the login page');
    await goneTo('/login');
    expect(stored()).toEqual({ local: [], cookies: '' });
  });

  it('asks as well when the server says so by itself', async () => {
    await openApp({ at: '/products', answers: answers() });
    await waitFor(() => expect(rowTexts()).toHaveLength(1));
    push('session.ended', { reason: 'replaced' });
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(address()).toBe('/products');
  });
});

const WISH: ApprovalRow = {
  id: 7, version: 3, kind: 'DEVICE_KEEP', status: 'WAITING', institutionName: 'House', reason: 'A complaint is open',
  requestedBy: 'Ana', requestedAt: '2026-11-18T17:00:00.000Z', decidedBy: null, decidedAt: null, answer: null,
  endedBy: null, endedAt: null, mine: false,
}; // prettier-ignore

describe('what is done to a row', () => {
  async function openWish(row: Partial<ApprovalRow> = {}, without: readonly 'approval:decide'[] = []) {
    const opened = await openApp({
      at: '/system/approvals',
      without,
      answers: (network) =>
        network.on({
          call: 'GET approval/list',
          query: ApprovalsQuery,
          answer: () => ({ result: [{ ...WISH, ...row }], totalCount: 1 }),
        }),
    });
    await waitFor(() => expect(rowTexts()).toHaveLength(1));
    return opened;
  }
  const CALL = 'POST approval/decide';

  it('asks in a dialog for what it needs, and shows a refusal at its field', async () => {
    const { network, user } = await openWish();
    const fields = [{ field: 'answer', rule: 'format', message: 'answer is no reason' }];
    network.on({ call: CALL, body: ApprovalDecision, answer: () => new Refusal('22', 'Not so', { fields }) });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog');
    const ok = within(dialog).getByRole('button', { name: 'Approve' });
    expect(within(dialog).getByText('House · Ana · A complaint is open')).toBeTruthy();
    await user.click(ok);
    expect(await within(dialog).findByText(/is required/)).toBeTruthy();
    expect(network.sent(CALL)).toEqual([]);
    await user.type(within(dialog).getByRole('textbox'), 'hm');
    await user.click(ok);
    expect(await within(dialog).findByText(/ is no reason$/)).toBeTruthy();
    network.on({ call: CALL, body: ApprovalDecision, answer: () => ({}) });
    await user.type(within(dialog).getByRole('textbox'), ', the complaint needs it');
    await user.click(ok);
    expect(await screen.findByText('1 done')).toBeTruthy();
    expect(network.sent<ApprovalDecision>(CALL).at(-1)).toMatchObject({
      ...{ id: 7, version: 3, approve: true, answer: 'hm, the complaint needs it' },
    });
  });

  it('shows a refusal with its reference, and the rules that stand against it', async () => {
    const { network, user } = await openWish({ mine: true });
    const data = { decision: { reasons: [{ rule: 'hold' }] } };
    network.on({ call: 'POST approval/end', answer: () => new Refusal('99', 'The database is away', data) });
    await user.click(await screen.findByRole('button', { name: 'End it' }));
    const question = await screen.findByRole('dialog');
    expect(network.sent('POST approval/end')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'End it' }));
    const toast = await screen.findByText('The database is away');
    expect(toast.textContent).toContain(`Reference ${REQUEST_ID}`);
    expect(await screen.findByText('Hold')).toBeTruthy();
  });

  it('is not offered without the permission', async () => {
    await openWish({}, ['approval:decide']);
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });
});
