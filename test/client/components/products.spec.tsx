import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  ProductTermsChange,
  ProductTermsForm,
  ProductTermsQuery,
  type ProductTermsRow,
} from '../../../contract/money/products.js';
import { type OpenOptions, openApp, useBrowser } from './support/app.js';
import { type Network, Refusal, REQUEST_ID } from './support/network.js';
import { push } from './support/push.js';
import { address, expectAccessible, goneTo, problems, rowInFocus, rowTexts } from './support/screen.js';

const TERMS: ProductTermsRow = {
  ...ProductTermsForm.parse({
    productCategory: 'Nomina', institutionId: 1, effectiveFrom: '2030-01-01', extensionPercent: 12.5, extensionDays: 7,
    extensionLimit: 2, afterDays: 90, automaticDebit: true,
  }),
  id: 7, version: 3, state: 'PLANNED', institutionName: 'House', updatedBy: 'Ana', updatedAt: '2026-11-18T17:00:00.000Z',
}; // prettier-ignore
const ROWS = ['Nomina', 'Personal', 'Auto'].map((productCategory, at) => ({
  ...TERMS,
  productCategory,
  id: 7 + at,
}));

const answers = (network: Network) =>
  network.on({
    call: 'GET product/terms',
    query: ProductTermsQuery,
    answer: ({ query: { termsId, productCategory = '' } }) => {
      const result = ROWS.filter(({ id }) => termsId === undefined || id === termsId).filter((row) =>
        row.productCategory.startsWith(productCategory),
      );
      return { result, totalCount: result.length };
    },
  });

const open = (at: string, more: Partial<OpenOptions> = {}) => openApp({ at, answers, ...more });
const rowIds = () => rowTexts().map(([name]) => name);

useBrowser();

describe('the list of product terms', () => {
  it('shows the rows of the contract, in words', async () => {
    await open('/products');
    await waitFor(() => expect(rowIds()).toEqual(['Nomina', 'Personal', 'Auto']));
    expect(rowTexts()[0]).toEqual([
      'Nomina', 'Planned', 'Jan 1, 2030', '12.5', '7', '2', '90', 'Yes', 'House', expect.stringContaining('Nov 18'),
    ]); // prettier-ignore
    await expectAccessible();
  });

  it('writes a filter into the address and asks the server by it', async () => {
    const { network, user } = await open('/products');
    await waitFor(() => expect(rowIds()).toHaveLength(3));
    await user.keyboard('/');
    const filter = screen.getByRole('textbox', { name: 'Product' });
    expect(filter).toHaveProperty('ownerDocument.activeElement', filter);
    await user.keyboard('Auto{Enter}');
    await waitFor(() => expect(rowIds()).toEqual(['Auto']));
    expect(address()).toBe('/products?productCategory=Auto');
    expect(network.queries('GET product/terms').at(-1)).toMatchObject({ productCategory: 'Auto', page: 1 });
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(rowIds()).toHaveLength(3));
    expect(address()).toBe('/products');
  });

  it('is walked by j and k, and Enter opens the row', async () => {
    const { user } = await open('/products');
    await waitFor(() => expect(rowIds()).toHaveLength(3));
    await user.keyboard('j');
    await waitFor(() => expect(rowInFocus()).toBe('7'));
    await user.keyboard('jj');
    await waitFor(() => expect(rowInFocus()).toBe('9'));
    await user.keyboard('k');
    await waitFor(() => expect(rowInFocus()).toBe('8'));
    await user.keyboard('{Enter}');
    await goneTo('/product/8');
    expect(await screen.findByRole('heading', { name: 'Personal' })).toBeTruthy();
  });
});

describe('a form that is opened from it', () => {
  it('adds terms: refuses what is empty, and sends the contract’s body once', async () => {
    const { network, user } = await open('/products');
    network.on({ call: 'POST product/terms', body: ProductTermsChange, answer: () => ({ id: 10 }) });
    await user.click(await screen.findByRole('button', { name: 'Add terms' }));
    await goneTo('/add/product');
    const form = await screen.findByRole('form', { name: 'Add terms' });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    const product = within(form).getByRole('textbox', { name: /Product/ });
    expect(await within(form).findByText('Product is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(product));
    expect(network.sent('POST product/terms')).toEqual([]);
    await user.type(product, 'Vivienda');
    await user.keyboard('{Control>}s{/Control}');
    await goneTo('/products');
    expect(network.sent('POST product/terms')).toEqual([
      {
        productCategory: 'Vivienda', institutionId: 1, effectiveFrom: expect.any(String), extensionPercent: 10,
        extensionDays: 7, extensionLimit: 2, afterDays: null, automaticDebit: false, clientRequestId: expect.any(String),
      },
    ]); // prettier-ignore
  });
});

describe('terms that are changed', () => {
  async function changing(refusal?: Refusal) {
    const opened = await open('/product/7');
    opened.network.on({
      call: 'POST product/terms',
      body: ProductTermsChange,
      answer: () => refusal ?? { id: 7 },
    });
    const product = await screen.findByRole('textbox', { name: /Product/ });
    await opened.user.type(product, ' plus');
    const save = () => opened.user.click(screen.getByRole('button', { name: 'Save' }));
    return { ...opened, product, save };
  }
  const sent = (network: Network) => network.sent<ProductTermsChange>('POST product/terms');

  it('are sent with their id and the version that was read', async () => {
    const { network, save } = await changing();
    await save();
    await goneTo('/products');
    const { id, version, productCategory, clientRequestId } = sent(network)[0]!;
    expect({ id, version, productCategory }).toEqual({ id: 7, version: 3, productCategory: 'Nomina plus' });
    expect(clientRequestId).toMatch(/^[\w-]{8,}$/);
  });

  it('are sent again under the same request id, until something else is typed', async () => {
    const { network, user, product, save } = await changing(new Refusal('99', 'The database is away'));
    await save();
    // The form shows it and, for some seconds, a toast does, too.
    expect((await screen.findAllByText('The database is away')).length).toBeGreaterThan(0);
    expect(screen.getAllByText(`Reference ${REQUEST_ID}`).length).toBeGreaterThan(0);
    await save();
    await waitFor(() => expect(sent(network)).toHaveLength(2));
    await user.type(product, '!');
    await save();
    await waitFor(() => expect(sent(network)).toHaveLength(3));
    const [first, second, third] = sent(network).map(({ clientRequestId }) => clientRequestId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('show what the server refuses at its field, by the field’s name', async () => {
    const fields = [{ field: 'productCategory', rule: 'taken', message: 'productCategory is in use' }];
    const { product, save } = await changing(new Refusal('22', 'Not so', { fields }));
    await save();
    await waitFor(() => expect(problems()).toEqual({ productCategory: 'Product is in use' }));
    expect(document.activeElement).toBe(product);
    expect(product.getAttribute('aria-invalid')).toBe('true');
  });

  it('show what another person has saved meanwhile, and go on top of it', async () => {
    const { network, user, save } = await changing(new Refusal('23', 'Somebody was faster'));
    const theirs = {
      ...TERMS,
      version: 4,
      updatedBy: 'Berta',
      productCategory: 'Nomina B',
      extensionDays: 14,
    };
    network.on({ call: 'GET product/terms', answer: () => ({ result: [theirs], totalCount: 1 }) });
    await save();
    const alert = await screen.findByText('Berta has saved a newer version meanwhile');
    expect(alert).toBeTruthy();
    expect(screen.getByText(/You have both changed: Product/)).toBeTruthy();
    expect(within(screen.getByRole('table')).getByText('14 days')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Keep mine on top of it' }));
    network.on({ call: 'POST product/terms', body: ProductTermsChange, answer: () => ({ id: 7 }) });
    await save();
    await goneTo('/products');
    expect(sent(network).at(-1)).toMatchObject({
      version: 4,
      productCategory: 'Nomina plus',
      extensionDays: 14,
    });
  });

  it('drop what was typed for the other person’s version when asked to', async () => {
    const { network, user, product, save } = await changing(new Refusal('23', 'Somebody was faster'));
    const theirs = { ...TERMS, version: 4, updatedBy: 'Berta', productCategory: 'Nomina B' };
    network.on({ call: 'GET product/terms', answer: () => ({ result: [theirs], totalCount: 1 }) });
    await save();
    await user.click(await screen.findByRole('button', { name: 'Take theirs, drop mine' }));
    await waitFor(() => expect(product).toHaveProperty('value', 'Nomina B'));
    expect(screen.getByText('No changes')).toBeTruthy();
  });

  it('ask before they are left unsaved', async () => {
    const { user, product } = await changing();
    const back = () => within(screen.getByRole('main')).getByRole('link', { name: 'Product terms' });
    await user.click(back());
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(address()).toBe('/product/7');
    expect(product).toHaveProperty('value', 'Nomina plus');
    await user.click(back());
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
    await goneTo('/products');
  });

  it('follow a version of another person while nothing is typed', async () => {
    const { network } = await open('/product/7');
    const product = await screen.findByRole('textbox', { name: /Product/ });
    const theirs = { ...TERMS, version: 4, updatedBy: 'Berta', productCategory: 'Nomina B' };
    network.on({ call: 'GET product/terms', answer: () => ({ result: [theirs], totalCount: 1 }) });
    push('tags.changed', { tags: [{ type: 'ProductTerms' }] });
    await waitFor(() => expect(product).toHaveProperty('value', 'Nomina B'));
    expect(screen.getByText('Berta has just saved version 4: this page shows it.')).toBeTruthy();
  });

  it('cannot be changed without the permission', async () => {
    await open('/product/7', { without: ['product:manage'] });
    expect(await screen.findByText('Nomina', { selector: '.entity-value' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /Product/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
