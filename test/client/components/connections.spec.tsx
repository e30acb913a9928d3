import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import {
  ConnectionDecision,
  ConnectionRequest,
  ConnectionTest,
  type ConnectionVersion,
  type ProviderConnection,
} from '../../../contract/administration/connections.js';
import { PROVIDER_NAMES } from '../../../contract/administration/site.js';
import { openApp, useBrowser } from './support/app.js';
import { controlOf, expectAccessible, expectWords, problems } from './support/screen.js';
import { Refusal } from './support/network.js';

useBrowser();

const WISH: ConnectionVersion = {
  ...{ id: 9, version: 1, address: 'http://10.0.0.9/sms', hasSecret: true, keepFormer: true },
  ...{
    protocol: 'SIGNED',
    account: null,
    sender: null,
    publicAddress: null,
    groupsClaim: null,
    places: null,
  },
  ...{ timeoutMs: 4_000, isPrivate: true, reason: 'A new contract', mine: false, requestedBy: 'Eva' },
  ...{ requestedAt: '2026-11-18T17:00:00.000Z', decidedBy: null, decidedAt: null },
};
const of = (provider: ProviderConnection['provider']): ProviderConnection => ({
  ...{ provider, state: 'SIMULATED', source: 'SANDBOX', protocol: 'SIGNED', address: null, timeoutMs: 4_000 },
  ...{ variable: `VARIABLE_OF_${provider}`, inUse: true, active: null, waiting: null, formerUntil: null },
  ...{ today: [], last: null },
});
const CONNECTED: Partial<ProviderConnection> = {
  ...{ state: 'REAL', source: 'CONNECTION', address: 'https://sms.example/v2' },
  active: { ...WISH, address: 'https://sms.example/v2', isPrivate: false, decidedBy: 'Luis' },
  today: [
    { hour: 9, answered: 1_200, failed: 0 },
    { hour: 11, answered: 30, failed: 4 },
  ],
  last: { at: '2026-11-18T17:30:00.000Z', failed: true },
};

async function open(
  change: Partial<ProviderConnection> = {},
  language: 'en' | 'es' | 'cn' = 'en',
  at = '/carrier',
) {
  const names = at === '/identity' ? (['identity'] as const) : PROVIDER_NAMES;
  const rows = names.map((name) => ({
    ...of(name),
    ...((at || '/carrier') === `/${name}` && change),
  }));
  const sent: object[] = [];
  const opened = await openApp({
    at: at === '' ? '/system/connections' : `/system/connection${at}`,
    language,
    role: 'admin',
    answers: (network) =>
      network
        .on({ call: 'GET connection/list', answer: () => rows })
        .on({
          call: 'POST connection/request',
          body: ConnectionRequest,
          answer: ({ body }) => {
            sent.push(body);
            return body.address?.includes('refused') ? NOBODY : { id: 10 };
          },
        })
        .on({
          call: 'POST connection/decide',
          body: ConnectionDecision,
          answer: ({ body }) => (sent.push(body), { id: 9 }),
        })
        .on({
          call: 'POST connection/test',
          body: ConnectionTest,
          answer: ({ body }) => (
            sent.push(body),
            { outcome: 'SECRET' as const, status: 401, ms: 12, messageTaken: null }
          ),
        }),
  });
  return { ...opened, sent };
}
const NOBODY = new Refusal('22', 'Nobody knows this name.', {
  fields: [{ field: 'address', rule: 'connection.unknownName', message: 'Nobody knows this name.' }],
});

describe('the list of connections', () => {
  it.each([
    ['en', 'Answered 1,230 · failed 4'],
    ['es', 'Respondidas 1,230 · fallidas 4'],
    ['cn', '应答 1,230 · 失败 4'],
  ] as const)(
    'says in %s who answers for each provider, and how that went today',
    async (language, today) => {
      await open(CONNECTED, language, '');
      expect(await screen.findByText(today)).toBeTruthy();
      expect(screen.getByText('https://sms.example/v2')).toBeTruthy();
      expect(screen.getAllByRole('row')).toHaveLength(1 + PROVIDER_NAMES.length);
      expectWords();
      await expectAccessible();
    },
  );
});

describe('a connection', () => {
  it('is asked for with its address and its secret, and refused by the field that is wrong', async () => {
    const { user, sent } = await open();
    await screen.findByRole('button', { name: 'Save' });
    await user.type(controlOf('address'), 'https://refused.example');
    await user.type(controlOf('secret'), 'sixteen-letters-or-more');
    await user.type(controlOf('reason'), 'A new contract');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(problems()).toEqual({ address: 'Nobody knows this name.' }));
    expect(sent).toMatchObject([
      {
        ...{ provider: 'carrier', address: 'https://refused.example', secret: 'sixteen-letters-or-more' },
        ...{ keepFormer: true, timeoutMs: 4_000, reason: 'A new contract' },
      },
    ]);
  });

  it.each(['en', 'es', 'cn'] as const)(
    'that waits shows in %s what is decided, before it is',
    async (language) => {
      await open({ waiting: WISH }, language);
      expect(await screen.findByText('http://10.0.0.9/sms')).toBeTruthy();
      expect(screen.getByText('A new contract')).toBeTruthy();
      expect(document.querySelector('[data-field]')).toBeNull();
      expectWords();
      await expectAccessible();
    },
  );

  it('is decided by another administrator, with a word to it, and never by who asked', async () => {
    const { user, sent } = await open({ waiting: WISH });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'As the contract says');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(sent).toMatchObject([{ id: 9, version: 1, approve: true, answer: 'As the contract says' }]),
    );
  });

  it.each([
    ['en', 'Twilio', 'Account SID'],
    ['es', 'Twilio', 'SID de la cuenta'],
    ['cn', 'Twilio', '账户 SID'],
  ] as const)('by Twilio asks in %s for an account and a sender', async (language, name, account) => {
    const { user, sent } = await open({}, language);
    await waitFor(() => controlOf('protocol'));
    expect(screen.queryByText(account)).toBeNull();
    await expectAccessible();
    await user.click(controlOf('protocol'));
    await user.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }));
    expect(await screen.findByText(account)).toBeTruthy();
    await user.type(controlOf('account'), `AC${'1'.repeat(32)}`);
    await user.type(controlOf('sender'), '+525500001111');
    await user.type(controlOf('secret'), 'of-the-twilio-account');
    await user.type(controlOf('reason'), 'Our account');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([
      {
        ...{
          protocol: 'TWILIO',
          address: 'https://api.twilio.com',
          account: `AC${'1'.repeat(32)}`,
          sender: '+525500001111',
        },
        publicAddress: window.location.origin,
      },
    ]);
    expectWords();
  });

  it('by Twilio shows its account, and the one address that is entered there', async () => {
    const publicAddress = 'https://recoup.example';
    const twilio = { protocol: 'TWILIO', account: `AC${'1'.repeat(32)}`, publicAddress } as const;
    await open({ ...CONNECTED, protocol: 'TWILIO', active: { ...CONNECTED.active!, ...twilio } });
    expect(await screen.findByText(`${publicAddress}/api/callback/twilio/inbound`)).toBeTruthy();
    expect(screen.getByText(new RegExp(`Twilio · ${twilio.account} · ${publicAddress}`))).toBeTruthy();
    expect(screen.queryByText(/sms\/callback/)).toBeNull();
  });

  it('by Asterisk shows the lines of its dialplan, and no address to call', async () => {
    const asterisk = { protocol: 'ASTERISK', account: 'recoup', sender: 'PJSIP/{digits}@trunk' } as const;
    const active = { ...CONNECTED.active!, ...asterisk, publicAddress: null };
    await open({ ...CONNECTED, protocol: 'ASTERISK', active }, 'en', '/telephone');
    expect(await screen.findByText('exten => _X.,1,Stasis(recoup,incoming,${EXTEN})')).toBeTruthy();
    expect(screen.queryByText(/softPhone\/callback/)).toBeNull();
    expect(controlOf('sender')).toBeTruthy();
    expect(screen.queryByLabelText('Address of this site')).toBeNull();
    expect(screen.getByLabelText('Borrowers’ endpoint')).toBe(controlOf('sender'));
    expectWords();
  });

  it.each([
    ['en', 'Groups’ claim', 'Work by group'],
    ['es', 'Atributo de grupos', 'Trabajo por grupo'],
    ['cn', '用户组声明', '用户组对应的岗位'],
  ] as const)('by OpenID asks in %s for the work that groups stand for', async (language, claim, work) => {
    const places = 'night shift = member @ NORTE / Team 1';
    const waiting = { ...WISH, protocol: 'OPENID', groupsClaim: 'roles', places } as const;
    await open({ protocol: 'OPENID', waiting }, language, '/identity');
    expect((await screen.findByText(places)).tagName).toBe('PRE');
    cleanup();
    const { user, sent } = await open({ protocol: 'OPENID' }, language, '/identity');
    await waitFor(() => controlOf('places'));
    for (const label of [claim, work]) expect(screen.getByText(label)).toBeTruthy();
    await user.type(controlOf('address'), 'https://login.example');
    await user.type(controlOf('account'), 'recoup');
    await user.type(controlOf('sender'), 'email');
    await user.type(controlOf('secret'), 'of-the-client');
    await user.type(controlOf('places'), places);
    await user.type(controlOf('reason'), 'Our people');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(Object.keys(problems())).toEqual(['groupsClaim']));
    await user.type(controlOf('groupsClaim'), 'roles');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(sent).toMatchObject([{ groupsClaim: 'roles', places }]));
    expectWords();
    await expectAccessible();
  });

  it('is withdrawn alone by who asked', async () => {
    await open({ waiting: { ...WISH, mine: true } });
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('is tested by a press, and says what came of it', async () => {
    const { user, sent } = await open(CONNECTED);
    await user.type(await screen.findByLabelText('Number of your house for a message'), '5512345678');
    await user.click(screen.getByRole('button', { name: 'Test now' }));
    expect(await screen.findByText('It refuses our signature: the secret is wrong')).toBeTruthy();
    expect(screen.getByText('Status 401 after 12 ms.')).toBeTruthy();
    expect(sent).toEqual([{ provider: 'carrier', waiting: false, phone: '5512345678' }]);
  });

  it('names the hours in which it failed, and the addresses that its provider is given', async () => {
    await open(CONNECTED);
    const failures = await screen.findByRole('table', { name: 'Hours of today with failures' });
    expect(within(failures).getAllByRole('row')).toHaveLength(2);
    expect(screen.getByText(/\/api\/sms\/inbound$/)).toBeTruthy();
  });

  it('that nobody has heard of does not exist', async () => {
    await open({}, 'en', '/fax');
    expect(await screen.findByText('This is not here, or not any more')).toBeTruthy();
  });
});
