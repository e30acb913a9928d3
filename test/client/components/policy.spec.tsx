import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { COMPLIANCE_RULES, type ContactPolicy } from '../../../contract/contact/contact-compliance.js';
import { PolicyHistoryQuery, PolicyQuery, type PolicyAnswer } from '../../../contract/contact/policy.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { openApp, useBrowser } from './support/app.js';
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
};

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
