import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ApprovalDecision } from '../../../contract/administration/approvals.js';
import { COMPLIANCE_RULES, type ContactPolicy } from '../../../contract/contact/contact-compliance.js';
import {
  PolicyChange,
  PolicyHistoryQuery,
  PolicyQuery,
  type PolicyAnswer,
  type WaitingPolicy,
} from '../../../contract/contact/policy.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { openApp, useBrowser } from './support/app.js';
import { takesDecisions } from './support/approvals.js';
import type { Network } from './support/network.js';
import { NO_ROWS } from './support/people.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const OWN: ContactPolicy = {
  ...DEFAULT_POLICY,
  operatingHours: { ...DEFAULT_POLICY.operatingHours, days: [1, 2, 3, 4, 5, 6] },
};
const ANSWER: PolicyAnswer = {
  ...{ institutionId: 2, version: 4, policy: OWN, note: '', reverts: null, createdBy: 'Eva' },
  ...{ createdAt: '2026-11-18T17:00:00.000Z', rules: COMPLIANCE_RULES },
  inForce: {
    ...OWN,
    attempts: { ...OWN.attempts, perDay: 1 },
    operatingHours: { ...OWN.operatingHours, days: [1, 2, 3, 4, 5] },
  },
  bound: [
    { field: 'attempts.perDay', institution: 'House', version: 3 },
    { field: 'operatingHours.days', institution: 'Holding', version: 1 },
  ],
  ...{ approvedBy: null, trial: null, institutionName: 'Agency', loosest: OWN, waiting: null },
};
const WAITING: WaitingPolicy = {
  ...{ approvalId: 77, approvalVersion: 1, version: 4, note: 'Christmas', reverts: null, mine: false },
  policy: { ...OWN, messages: { perDay: 5 } },
  trial: {
    from: '2026-10-19T17:00:00.000Z',
    to: '2026-11-18T17:00:00.000Z',
    decisions: 900,
    refused: 0,
    allowed: 31,
  },
  ...{ requestedBy: 'Berta', requestedAt: '2026-11-18T16:00:00.000Z' },
};

async function openPolicy(
  language: 'en' | 'es' | 'cn',
  more: Partial<PolicyAnswer>,
  also?: (network: Network) => void,
) {
  return openApp({
    at: '/settings/contactPolicy?institutionId=2',
    language,
    role: 'admin',
    answers: (network) => {
      network.on({ call: 'GET guard/policy', query: PolicyQuery, answer: () => ({ ...ANSWER, ...more }) });
      network.on({ call: 'GET guard/policy/history', query: PolicyHistoryQuery, answer: () => NO_ROWS });
      network.on({ call: 'GET guard/policy/lab', query: PolicyQuery, answer: () => null });
      also?.(network);
    },
  });
}

it.each([
  ['en', 'Stricter above', 'House, version 3', 'Holding, version 1'],
  ['es', 'Más estricto arriba', 'House, versión 3', 'Holding, versión 1'],
  ['cn', '上级更严格', 'House，版本 3', 'Holding，版本 1'],
] as const)(
  'a policy says in %s which level above makes it stricter, and to what',
  async (language, title, ...levels) => {
    await openApp({
      at: '/settings/contactPolicy',
      language,
      role: 'admin',
      answers: (network) => {
        network.on({ call: 'GET guard/policy', query: PolicyQuery, answer: () => ANSWER });
        network.on({ call: 'GET guard/policy/history', query: PolicyHistoryQuery, answer: () => NO_ROWS });
        network.on({ call: 'GET guard/policy/lab', query: PolicyQuery, answer: () => null });
      },
    });
    const card = await screen.findByRole('region', { name: title });
    for (const level of levels) expect(within(card).getByText(level)).toBeTruthy();
    const [first] = within(card).getAllByRole('row').slice(-1);
    expect(first!.textContent).toBeTruthy();
    expect(within(card).getByRole('table', { name: levels[0] }).textContent).toMatch(/3.*1/);
    expectWords();
    await expectAccessible();
  },
);

it.each([
  ['en', 'Waits for a second administrator', 'Your answer: why', 'Approve'],
  ['es', 'Espera a un segundo administrador', 'Su respuesta: por qué', 'Aprobar'],
  ['cn', '等待另一位管理员', '您的答复：原因', '批准'],
] as const)(
  'a change that allows more shows in %s what it changes, and is approved with a reason',
  async (language, title, answer, approve) => {
    const decisions: ApprovalDecision[] = [];
    const { user } = await openPolicy(language, { waiting: WAITING }, (network) =>
      takesDecisions(network, decisions),
    );
    const card = await screen.findByRole('region', { name: title });
    expect(within(card).getByText('Christmas')).toBeTruthy();
    expect(within(card).getByRole('table').textContent).toMatch(/2.*5/);
    expect(card.textContent).toMatch(/31/);
    const button = within(card).getByRole('button', { name: approve });
    expect(button.hasAttribute('disabled')).toBe(true);
    await user.type(within(card).getByRole('textbox', { name: answer }), 'Seen');
    await user.click(button);
    expect(decisions).toMatchObject([{ id: 77, version: 1, approve: true, answer: 'Seen' }]);
    expectWords();
    await expectAccessible();
  },
);

it('whoever asked for a change withdraws it and does not approve it', async () => {
  await openPolicy('en', { waiting: { ...WAITING, mine: true } });
  const card = await screen.findByRole('region', { name: 'Waits for a second administrator' });
  expect(within(card).getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  expect(within(card).queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('a change of what has changed since is not approved any more', async () => {
  const { user } = await openPolicy('en', { waiting: { ...WAITING, version: 3 } });
  const card = await screen.findByRole('region', { name: 'Waits for a second administrator' });
  await user.type(within(card).getByRole('textbox'), 'Seen');
  expect(within(card).getByRole('button', { name: 'Approve' }).hasAttribute('disabled')).toBe(true);
  expect(within(card).getByRole('button', { name: 'Refuse' }).hasAttribute('disabled')).toBe(false);
});

it('says before it is saved that a change takes a second administrator, and afterwards that it waits', async () => {
  const sent: PolicyChange[] = [];
  const { user } = await openPolicy('en', {}, (network) =>
    network.on({
      call: 'POST guard/policy',
      body: PolicyChange,
      answer: ({ body }) => {
        sent.push(body);
        return { version: 4, approvalId: 78 };
      },
    }),
  );
  const field = await screen.findByLabelText('Messages per day');
  await user.clear(field);
  await user.type(field, '1');
  expect(screen.queryByText(/Allows more:/)).toBeNull();
  await user.clear(field);
  await user.type(field, '4');
  expect(await screen.findByText(/Allows more:/)).toBeTruthy();
  await user.type(
    screen.getByRole('textbox', { name: 'Reason for the change (shown in the history)' }),
    'Christmas',
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Asked for\. It holds once/)).toBeTruthy();
  expect(sent).toMatchObject([
    { institutionId: 2, version: 4, note: 'Christmas', policy: { messages: { perDay: 4 } } },
  ]);
  expect((field as HTMLInputElement).value).toBe(String(OWN.messages.perDay));
});

const CLOSED_DAYS = { en: 'Other closed days', es: 'Otros días inhábiles', cn: '其他休息日' };
it.each([
  ['en', 'Dec 24, 2026', 'Save'],
  ['es', '24 dic 2026', 'Guardar'],
  ['cn', '2026/12/24', '保存'],
] as const)(
  'takes a pasted list of closed days in %s, and refuses what is no day',
  async (language, shown, save) => {
    const sent: unknown[] = [];
    const { user } = await openPolicy(language, {}, (network) =>
      network.on({
        call: 'POST guard/policy',
        body: PolicyChange,
        answer: ({ body }) => {
          sent.push(body.policy.operatingHours.closedDays);
          return { version: 5, approvalId: null };
        },
      }),
    );
    const field = await screen.findByRole('combobox', { name: CLOSED_DAYS[language] });
    await user.click(field);
    await user.paste('31/12/2026, 2026-12-24;31.12.2026');
    await user.tab();
    expect(screen.getAllByText((text) => text.startsWith(shown)).length).toBeGreaterThan(0);
    await user.click(field);
    await user.keyboard('tomorrow{Enter}');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const removals = field.closest('.ant-select')!.querySelectorAll('.ant-select-selection-item-remove');
    await user.click([...removals].at(-1)!);
    expect(field.getAttribute('aria-invalid')).toBe('false');
    expectWords();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: save }));
    await waitFor(() => expect(sent).toEqual([['2026-12-24', '2026-12-31']]));
  },
);
