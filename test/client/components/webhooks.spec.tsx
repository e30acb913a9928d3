import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  WebhookDeliveriesQuery,
  WebhookRef,
  WebhookSendAgain,
  WebhooksQuery,
  type WebhookDelivery,
  type WebhookRow,
} from '../../../contract/administration/webhooks.js';
import type { Language } from '../../../contract/codes.js';
import { openApp, useBrowser } from './support/app.js';
import type { Network } from './support/network.js';
import { expectAccessible, expectWords, rowTexts } from './support/screen.js';

useBrowser();

const HOOK: WebhookRow = {
  ...{ id: 7, version: 2, institutionId: 1, institutionName: 'House', name: 'Core', enabled: true },
  ...{ address: 'https://core.example/recoup', events: ['payment.posted', 'case.settled'], isPrivate: false },
  ...{ state: 'WAITING', starts: 'wh_abcdefg', askedBy: 'Ana', approvedBy: null, approvedAt: null },
  ...{ failingSince: null, updatedBy: 'Ana', updatedAt: '2026-11-18T17:00:00.000Z' },
};
const ROWS: WebhookRow[] = [
  HOOK,
  { ...HOOK, id: 8, name: 'Reports', state: 'SENDING', approvedBy: 'Eva' },
  {
    ...HOOK,
    id: 9,
    name: 'Old',
    state: 'FAILING',
    approvedBy: 'Eva',
    failingSince: '2026-11-18T16:00:00.000Z',
  },
  { ...HOOK, id: 10, name: 'New', state: 'NO_SECRET', starts: null },
  { ...HOOK, id: 11, name: 'Off', state: 'OFF', enabled: false },
];
const DELIVERED: WebhookDelivery[] = [
  {
    id: 4,
    firstSeq: 5,
    lastSeq: 9,
    events: 3,
    status: 'FAILED',
    answer: null,
    ms: 10_000,
    at: '2026-11-18T17:00:00.000Z',
  },
  {
    id: 3,
    firstSeq: 1,
    lastSeq: 4,
    events: 2,
    status: 'SENT',
    answer: 204,
    ms: 12,
    at: '2026-11-18T16:59:00.000Z',
  },
];
const SECRET = `wh_${'s'.repeat(43)}`;
const APPROVE = 'POST webhook/approve';
const AGAIN = 'POST webhook/sendAgain';

const opened = (at: string, language: Language, rows: readonly WebhookRow[]) =>
  openApp({
    ...{ at, language, role: 'admin' },
    answers: (network: Network) =>
      network
        .on({
          call: 'GET webhook/list',
          query: WebhooksQuery,
          answer: () => ({ result: [...rows], totalCount: rows.length }),
        })
        .on({
          call: 'GET webhook/deliveries',
          query: WebhookDeliveriesQuery,
          answer: () => ({ result: DELIVERED, totalCount: 2 }),
        })
        .on({ call: 'POST webhook/secret', body: WebhookRef, answer: () => ({ id: 7, secret: SECRET }) })
        .on({ call: APPROVE, body: WebhookRef, answer: () => ({ id: 7 }) })
        .on({ call: AGAIN, body: WebhookSendAgain, answer: () => ({ id: 5 }) }),
  });

describe('webhooks', () => {
  it.each([
    ['en', ['Waits for approval', 'Sending', 'Not taken', 'No secret yet', 'Off']],
    ['es', ['Espera aprobación', 'Enviando', 'No se recibe', 'Sin secreto', 'Apagado']],
    ['cn', ['等待批准', '发送中', '未被接收', '尚无密钥', '已停用']],
  ] as const)('say in %s whether they are sent to', async (language, states) => {
    await opened('/webhooks', language, ROWS);
    await waitFor(() => expect(rowTexts().map(([, state]) => state)).toEqual([...states]));
    expectWords();
    await expectAccessible();
  });

  it.each([
    ['en', 'Approve', 'Send 2 kinds of events to core.example from now on?', 'no answer', 'Send again'],
    [
      'es',
      'Aprobar',
      '¿Enviar 2 tipos de eventos a core.example desde ahora?',
      'sin respuesta',
      'Enviar otra vez',
    ],
    ['cn', '批准', '从现在起向 core.example 发送 2 类事件？', '无应答', '重新发送'],
  ] as const)(
    'are approved in %s by another person, and their deliveries sent again',
    async (language, act, question, none, again) => {
      const { network, user } = await opened('/webhook/7', language, [HOOK]);
      await user.click(await screen.findByRole('button', { name: act }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getAllByText(question).length).toBeGreaterThan(0);
      await user.click(dialog.getByRole('button', { name: act }));
      await waitFor(() => expect(network.sent(APPROVE)).toEqual([{ id: 7, version: 2 }]));
      expect(await screen.findByText(none)).toBeTruthy();
      await user.click(screen.getAllByRole('button', { name: again })[0]!);
      await waitFor(() => expect(network.sent(AGAIN)).toEqual([{ deliveryId: 4 }]));
      expectWords();
      await expectAccessible();
    },
  );

  it('show a new secret once', async () => {
    const { user } = await opened('/webhook/10', 'en', [ROWS[3]!]);
    await user.click(await screen.findByRole('button', { name: 'Make its secret' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(SECRET)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'I have kept it' }));
    await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  });
});
