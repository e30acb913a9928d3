import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { SystemHealth } from '../../../contract/administration/health.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const HEALTH: SystemHealth = { version: '0.2.0', schema: '0590', parts: [] };
const open = (language: 'en' | 'es' | 'cn') =>
  openApp({
    at: '/system/health',
    language,
    role: 'admin',
    answers: (network) => network.on({ call: 'GET system/health', answer: () => HEALTH }),
  });

it.each([
  ['en', 'Help with this screen', /^How the site is right now/],
  ['es', 'Ayuda de esta pantalla', /^Cómo está el sitio ahora/],
  ['cn', '本页面的帮助', /^站点当前的状况/],
] as const)('a button of the head says in %s what the screen is for', async (language, button, text) => {
  const { user } = await open(language);
  await user.click(await screen.findByRole('button', { name: button }));
  const help = await screen.findByRole('dialog');
  expect(within(help).getByText(text)).toBeTruthy();
  expectWords();
  await expectAccessible();
});

it('the key ? opens the same, with the keys of the screen before all others', async () => {
  const { user } = await open('en');
  await screen.findByRole('heading', { level: 1, name: 'Health' });
  await user.keyboard('?');
  const help = await screen.findByRole('dialog');
  const keysOf = (name: string) =>
    Array.from(
      within(help).getByRole('table', { name }).querySelectorAll('th'),
      ({ textContent }) => textContent,
    );
  expect(keysOf('Keys of this screen')).toEqual(['Command palette', 'This help']);
  expect(keysOf('All other keys')).toEqual(expect.arrayContaining(['Call', 'Listen to a running call']));
});
