import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { openApp, useBrowser } from './support/app.js';
import { NO_ROWS } from './support/people.js';
import { expectAccessible } from './support/screen.js';

useBrowser();

const openProducts = () =>
  openApp({
    at: '/products',
    role: 'admin',
    language: 'es',
    answers: (network) => network.on({ call: 'GET product/terms', answer: () => NO_ROWS }),
  });
const menu = () => within(screen.getByRole('navigation', { name: 'Menú principal' }));
const entries = (group: string) =>
  within(menu().getByRole('region', { name: group })).queryAllByRole('link').length;

it('says beside the groups of cases that there are more than are counted', async () => {
  const counts = { newCollection: 10_001, inCollection: 10_000, promised: 7, collected: 0 };
  await openApp({
    at: '/products',
    role: 'admin',
    language: 'en',
    answers: (network) =>
      network
        .on({ call: 'GET product/terms', answer: () => NO_ROWS })
        .on({ call: 'GET task/counts', answer: () => counts }),
  });
  const link = await screen.findByRole('link', { name: /^New collection/ });
  await waitFor(() => expect(link.textContent).toBe('New collection10,000+'));
  expect(screen.getByRole('link', { name: /^In collection/ }).textContent).toBe('In collection10,000');
});

describe('a long menu', () => {
  it('folds its groups away, and keeps the page that is open in sight', async () => {
    const shown = jest.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    const { user } = await openProducts();
    const group = await screen.findByRole('button', { name: 'Configuración' });
    const before = entries('Configuración');
    expect(before).toBeGreaterThan(3);
    await waitFor(() => expect(shown).toHaveBeenCalledWith({ block: 'nearest' }));
    await user.click(group);
    expect(group.getAttribute('aria-expanded')).toBe('false');
    await user.click(screen.getByRole('button', { name: 'Equipo' }));
    expect([entries('Configuración') + entries('Equipo'), entries('Organización') > 0]).toEqual([1, true]);
    await expectAccessible();
    await user.click(group);
    expect(entries('Configuración')).toBe(before);
  });
});
