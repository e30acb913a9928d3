import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { type AuditRow, AuditQuery } from '../../../contract/administration/audit.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const row = (id: number, change: Partial<AuditRow>): AuditRow => ({
  ...{ id, name: 'user.changed', at: '2026-11-18T17:00:00.000Z', actorId: 1, actor: 'Mia' },
  ...{ subjectType: 'user', subjectId: 7, subject: 'ana', taskId: null, loanId: null },
  ...{ changes: null, names: {}, facts: {}, mayPutBack: false, signIn: null },
  ...change,
});

const ROWS = [
  row(1, {
    ...{ name: 'grants.changed', subjectType: 'institution' },
    changes: {
      permissions: { before: ['case:read', 'call:make', 'card:read'], after: ['case:read', 'quality:score'] },
    },
  }),
  row(2, {
    ...{ name: 'guardPolicy.changed', subjectType: 'institution' },
    changes: { 'attempts.apartMinutes': { before: 180, after: 120 } },
  }),
  row(3, {
    ...{ name: 'priorities.changed', subjectType: 'institution' },
    changes: { fullAmount: { before: 1_500_000, after: 1_000_000 } },
  }),
  row(4, { changes: { name: 'secret', enabled: { before: true, after: false } } }),
  row(5, {
    ...{ name: 'announcement.published', subjectType: 'announcement', facts: { picture: 'd5b48cdc.sealed' } },
    signIn: { at: '2026-11-18T15:04:00.000Z', address: '10.1.2.3' },
  }),
];

async function openAudit(at = '/audit') {
  const queries: unknown[] = [];
  const opened = await openApp({
    at,
    role: 'admin',
    answers: (network) =>
      network.on({ call: 'GET export/list', answer: () => [] }).on({
        call: 'GET audit/list',
        query: AuditQuery,
        answer: ({ query }) => {
          queries.push(query);
          return { result: ROWS, totalCount: ROWS.length };
        },
      }),
  });
  return { ...opened, queries };
}

describe('the audit', () => {
  it('says rights by what went and came, settings with their units, and a secret without its value', async () => {
    await openAudit();
    expect(await screen.findByTitle(/: − .+ \+ .+/)).toBeTruthy();
    expect(screen.queryByTitle(/case:read/)).toBeNull();
    expect(screen.getByTitle(/180 min → 120 min/)).toBeTruthy();
    expect(screen.getByTitle(/\$15,000\.00 → \$10,000\.00/)).toBeTruthy();
    expect(screen.getByTitle(/: changed .*: yes → no/)).toBeTruthy();
    await expectAccessible();
  });

  it('says from where who did it had signed in, and that there is a file instead of its name', async () => {
    await openAudit();
    expect((await screen.findByTitle(/^Signed in /)).textContent).toBe('Mia 10.1.2.3');
    expect(screen.getByTitle('Picture: changed')).toBeTruthy();
    expectWords();
  });

  it('asks for whose log it is instead of showing a refusal, and asks the server once somebody is named', async () => {
    const { user, queries } = await openAudit('/audit?view=log');
    expect(await screen.findByText('Name a person, a loan or a borrower: the log is theirs.')).toBeTruthy();
    expect(queries).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Loan ID' }), 'L-7{Enter}');
    await waitFor(() => expect(queries).toMatchObject([{ view: 'log', loanId: 'L-7' }]));
  });

  it('offers no filter in a view that it does not narrow', async () => {
    await openAudit();
    await screen.findByTitle(/180 min/);
    expect(screen.queryByRole('textbox', { name: 'Loan ID' })).toBeNull();
  });
});
