import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import {
  ProductTermsForm,
  ProductTermsQuery,
  type ProductTermsRow,
} from '../../../contract/money/products.js';
import type { Captcha } from '../../../contract/session.js';
import { openApp, useBrowser } from './support/app.js';
import { type Network, Refusal } from './support/network.js';
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

/** Keeps in this browser what it still knows of somebody. */
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
