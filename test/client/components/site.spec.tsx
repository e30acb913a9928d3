import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { PROVIDER_NAMES, type SiteStatus } from '../../../contract/administration/site.js';
import { openApp, useBrowser } from './support/app.js';
import { siteOf } from './support/people.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const { stage, providers } = siteOf('TRIAL');
const TRIAL: SiteStatus = {
  ...{ stage, liveSince: null, wish: null },
  providers: PROVIDER_NAMES.map((name) => ({
    ...{ name, state: providers[name], host: null, variable: `VARIABLE_OF_${name}` },
    inUse: name === 'carrier' || name === 'rails',
  })),
};
const CONNECTED = TRIAL.providers.map((each) => ({ ...each, state: 'REAL' as const, host: 'sms.example' }));
const WISH = { id: 1, institutionId: 1, requestedBy: 'Eva', decidedBy: 'Luis' };

const open = (status: SiteStatus, language: 'en' | 'es' | 'cn' = 'en') =>
  openApp({
    at: '/system/site',
    language,
    role: 'admin',
    answers: (network) => network.on({ call: 'GET site/status', answer: () => status }),
  });

describe('the page of the site', () => {
  it.each([
    ['en', 'Trial', 'Still to connect, because it is in use: messages and repayment codes and payments.'],
    ['es', 'Prueba', 'Falta conectar, porque está en uso: mensajes y códigos de pago y pagos.'],
    ['cn', '试用', '仍需连接（正在使用）：短信和还款码与付款。'],
  ] as const)(
    'names in %s what a trial still lacks, and every screen says trial',
    async (language, trial, lacks) => {
      await open(TRIAL, language);
      await screen.findByText(lacks);
      expect(screen.getAllByText(trial)).toHaveLength(1);
      expect(screen.queryByRole('link', { name: 'Ask for it' })).toBeNull();
      expectWords();
      await expectAccessible();
    },
  );

  it('leads to the approvals when nothing is missing, and says how far they are', async () => {
    await open({ ...TRIAL, providers: CONNECTED });
    const ask = await screen.findByRole('link', { name: 'Ask for it' });
    expect(ask.getAttribute('href')).toContain('/add/approval?kind=GO_LIVE');
    expect(screen.getAllByText('sms.example')).toHaveLength(PROVIDER_NAMES.length);
  });

  it.each([
    ['WAITING', 'Eva asked for it. Another administrator decides.'],
    ['APPROVED', /^Luis approved it\. .* npm run go-live/],
  ] as const)('says of a wish that is %s who acts next', async (status, text) => {
    await open({ ...TRIAL, providers: CONNECTED, wish: { ...WISH, status } });
    await screen.findByText(text);
    expect(screen.queryByRole('link', { name: 'Ask for it' })).toBeNull();
  });

  it('says since when a site is live, and offers nothing more', async () => {
    await open({ ...TRIAL, stage: 'LIVE', liveSince: '2026-11-18T17:00:00.000Z' });
    await screen.findByText(/^This site is live since .*2026/);
    expect(screen.queryByText('Go live')).toBeNull();
  });
});
