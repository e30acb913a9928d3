import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  ApiKeyChange,
  ApiKeySecretRequest,
  ApiKeysQuery,
  type ApiKeyRow,
} from '../../../contract/administration/api-keys.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal, type Network } from './support/network.js';
import { expectAccessible, expectWords, problems, rowTexts } from './support/screen.js';

useBrowser();

const KEY: ApiKeyRow = {
  ...{
    id: 7,
    version: 2,
    institutionId: 1,
    institutionName: 'House',
    name: 'Core',
    scopes: ['imports', 'payments'],
  },
  ...{ expiresOn: '2026-12-31', addresses: null, perMinute: 60, enabled: true, starts: null, issuedBy: null },
  ...{
    issuedAt: null,
    lastUsedAt: null,
    lastAddress: null,
    updatedBy: null,
    updatedAt: '2026-11-18T17:00:00.000Z',
  },
};
const ROWS: ApiKeyRow[] = [
  KEY,
  { ...KEY, id: 8, name: 'Reports', starts: 'rk_abcdefg', issuedBy: 'Ana', lastAddress: '203.0.113.7' },
  { ...KEY, id: 9, name: 'Old', starts: 'rk_hijklmn', expiresOn: '2020-01-01' },
  { ...KEY, id: 10, name: 'Off', starts: 'rk_opqrstu', enabled: false },
];
const SECRET = `rk_${'s'.repeat(43)}`;

const answers =
  (rows: ApiKeyRow[], sent: object[] = []) =>
  (network: Network) =>
    network
      .on({
        call: 'GET apiKey/list',
        query: ApiKeysQuery,
        answer: () => ({ result: rows, totalCount: rows.length }),
      })
      .on({
        call: 'POST apiKey/secret',
        body: ApiKeySecretRequest,
        answer: ({ body }) => {
          sent.push(body);
          return { id: 7, secret: SECRET };
        },
      })
      .on({
        call: 'POST apiKey/save',
        body: ApiKeyChange,
        answer: ({ body }) => {
          sent.push(body);
          return new Refusal('22', 'no', {
            fields: [{ field: 'expiresOn', rule: 'apiKey.tooLong', message: 'At most 366 days from today' }],
          });
        },
      });

describe('keys of programs', () => {
  it.each([
    ['en', ['No secret yet', 'Opens', 'Over', 'Off'], 'Loan books and ledgers, Payments of a day'],
    ['es', ['Sin secreto', 'Abre', 'Vencida', 'Desactivada'], 'Carteras y abonos, Pagos de un día'],
    ['cn', ['尚无密钥', '有效', '已过期', '已停用'], '贷款文件与流水导入, 每日还款'],
  ] as const)('say in %s what they open, and whether they still do', async (language, states, opens) => {
    await openApp({ at: '/apiKeys', language, role: 'admin', answers: answers(ROWS) });
    await waitFor(() => expect(rowTexts().map(([, state]) => state)).toEqual([...states]));
    expect(rowTexts()[1]!.slice(2, 4)).toEqual([opens, 'rk_abcdefg']);
    expectWords();
    await expectAccessible();
  });

  it('show a new secret once', async () => {
    const sent: object[] = [];
    const { user } = await openApp({ at: '/apiKey/7', role: 'admin', answers: answers([KEY], sent) });
    await user.click(await screen.findByRole('button', { name: 'Make its secret' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(SECRET)).toBeTruthy();
    expect(sent).toEqual([{ id: 7, version: 2 }]);
    await expectAccessible();
    await user.click(within(dialog).getByRole('button', { name: 'I have kept it' }));
    await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  });

  it('ask before the secret of a program is replaced', async () => {
    const sent: object[] = [];
    const { user } = await openApp({ at: '/apiKey/8', role: 'admin', answers: answers([ROWS[1]!], sent) });
    await user.click(await screen.findByRole('button', { name: 'New secret' }));
    expect(await screen.findByText(/begins with rk_abcdefg/)).toBeTruthy();
    expect(sent).toEqual([]);
    const ask = document.querySelector<HTMLElement>('.ant-popconfirm')!;
    await user.click(within(ask).getByRole('button', { name: 'New secret' }));
    await waitFor(() => expect(sent).toEqual([{ id: 8, version: 2 }]));
  });

  it('are added with what they open, and say why they are refused', async () => {
    const sent: object[] = [];
    const { user } = await openApp({ at: '/add/apiKey', role: 'admin', answers: answers([], sent) });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Core');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(Object.keys(problems()).sort()).toEqual(['expiresOn', 'scopes']));
    expect(sent).toEqual([]);
  });
});
