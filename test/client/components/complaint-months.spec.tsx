import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { RegulatorTermsChange } from '../../../contract/administration/configuration.js';
import {
  ComplaintCauseChange,
  ComplaintCausesQuery,
} from '../../../contract/supervision/complaint-causes.js';
import {
  type ComplaintMonthDetail,
  ComplaintMonthQuery,
  type ComplaintMonthRow,
  ComplaintMonthsQuery,
  ConfirmMonth,
} from '../../../contract/supervision/complaint-months.js';
import { DEFAULT_REGULATOR_TERMS } from '../../../contract/supervision/regulator-terms.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible, problems, rowTexts } from './support/screen.js';

useBrowser();

const DIGEST = 'a'.repeat(64);
const CAUSE = {
  ...{ id: 1, version: 1, name: 'No es el deudor', code: null, legalSource: null, enabled: true },
  ...{ updatedBy: null, updatedAt: '2026-11-18T17:00:00.000Z' },
};
const row = (change: Partial<ComplaintMonthRow>): ComplaintMonthRow => ({
  ...{ month: '2026-10', state: 'LATE', dueOn: '2026-11-06', opened: 3, withoutCause: 0 },
  ...{ confirmedOpened: null, confirmedBy: null, confirmedAt: null },
  ...change,
});
const detail = (change: Partial<ComplaintMonthDetail>): ComplaintMonthDetail => ({
  ...row({}),
  ...{ institutionId: 1, institutionName: 'House', digest: DIGEST },
  lines: [
    {
      ...{ causeId: 1, code: null, name: 'No es el deudor' },
      ...{ opened: 3, completed: 1, inTime: 1, open: 2, before: 5, confirmed: null },
    },
  ],
  ...change,
});

async function openMonth(change: Partial<ComplaintMonthDetail> = {}) {
  const sent: object[] = [];
  const opened = await openApp({
    at: '/complaint/month/2026-10',
    role: 'supervisor',
    answers: (network) =>
      network
        .on({
          call: 'GET complaint-month/detail',
          query: ComplaintMonthQuery,
          answer: () => detail(change),
        })
        .on({
          call: 'POST complaint-month/confirm',
          body: ConfirmMonth,
          answer: ({ body: { month, digest } }) => {
            sent.push({ month, digest });
            return { month, opened: 3 };
          },
        }),
  });
  await screen.findByRole('heading', { name: 'Complaints of October 2026' });
  return { ...opened, sent };
}
const cells = () => [...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent);

describe('a month of complaints', () => {
  it('stands beside the month before, and is confirmed as it is seen', async () => {
    const { user, sent } = await openMonth();
    expect(cells()).toEqual(['—', 'No es el deudor', '3', '5', '-2', '—', '1', '1', '2']);
    expect(screen.queryByRole('button', { name: 'File for the regulator' })).toBeNull();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Confirm month' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('October 2026: 3 complaints. Your name stands by it.');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm month' }));
    await waitFor(() => expect(sent).toEqual([{ month: '2026-10', digest: DIGEST }]));
  });

  it('without a complaint is confirmed, too', async () => {
    const { user } = await openMonth({ opened: 0 });
    await user.click(screen.getByRole('button', { name: 'Confirm month' }));
    await screen.findByText('October 2026: 0 complaints. Your name stands by it.');
  });

  it('waits for the causes of its complaints', async () => {
    await openMonth({ withoutCause: 2 });
    expect(screen.getByText(/2 complaints have no cause/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose causes' }).getAttribute('href')).toContain('causeId=0');
    expect(screen.queryByRole('button', { name: 'Confirm month' })).toBeNull();
  });

  it('has a file once it is confirmed, and says when it was counted otherwise since', async () => {
    await openMonth({
      ...{ state: 'CHANGED', confirmedBy: 'Lucia', confirmedOpened: 2 },
      confirmedAt: '2026-11-03T17:00:00.000Z',
    });
    expect(screen.getByRole('button', { name: 'File for the regulator' })).toBeTruthy();
    expect(screen.getByText(/Lucia confirmed 2 complaints/)).toBeTruthy();
    expect(screen.getByText(/the month differs from what was confirmed/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Confirm month' })).toBeTruthy();
  });
});

describe('the months of a year', () => {
  it('say which of them wait', async () => {
    const { user } = await openApp({
      at: '/complaints/months',
      role: 'supervisor',
      answers: (network) =>
        network.on({
          call: 'GET complaint-month/list',
          query: ComplaintMonthsQuery,
          answer: ({ query: { year } }) =>
            year > 2025 ? [row({ month: '2026-11', state: 'RUNNING' }), row({})] : [],
        }),
    });
    await screen.findByRole('link', { name: 'October 2026' });
    expect(screen.getByText('Late')).toBeTruthy();
    await expectAccessible();
    const year = Number(/\d{4}/.exec(screen.getByRole('heading', { level: 1 }).textContent ?? '')![0]);
    for (let back = year - 1; back >= 2025; back--)
      await user.click(await screen.findByRole('button', { name: String(back) }));
    await screen.findByText('Nothing is known of this year');
  });
});

describe("the regulator's causes", () => {
  it('show which of them nobody has confirmed, and are written by whoever may', async () => {
    const saved: object[] = [];
    const { user } = await openApp({
      at: '/complaint/causes',
      role: 'admin',
      answers: (network) =>
        network
          .on({
            call: 'GET complaint-cause/list',
            query: ComplaintCausesQuery,
            answer: () => ({ result: [CAUSE], totalCount: 1 }),
          })
          .on({
            call: 'POST complaint-cause/save',
            body: ComplaintCauseChange,
            answer: ({ body: { name, code, legalSource } }) => {
              saved.push({ name, code, legalSource });
              return { id: 1 };
            },
          }),
    });
    await waitFor(() =>
      expect(rowTexts()[0]?.slice(0, 3)).toEqual(['No es el deudor', '—', 'To be confirmed']),
    );
    await user.click(screen.getByText('No es el deudor'));
    await user.type(await screen.findByRole('textbox', { name: "Regulator's key" }), 'C01');
    await user.type(screen.getByRole('textbox', { name: 'Compared with' }), 'Catálogo 2026');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saved).toEqual([{ name: 'No es el deudor', code: 'C01', legalSource: 'Catálogo 2026' }]),
    );
  });
});

describe('the settings of complaints', () => {
  it('name the line of the file that says nothing, and ask who named a term of the law', async () => {
    const sent: object[] = [];
    const terms = { ...DEFAULT_REGULATOR_TERMS, version: 0, changedBy: null, changedAt: null };
    const { user } = await openApp({
      at: '/settings/regulator',
      role: 'admin',
      answers: (network) =>
        network.on({ call: 'GET guard/regulator', answer: () => ({ ...terms, history: [] }) }).on({
          call: 'POST guard/regulator',
          body: RegulatorTermsChange,
          answer: ({ body }) => {
            sent.push({ legalDays: body.legalDays, legalSource: body.legalSource });
            return { version: 1 };
          },
        }),
    });
    const columns = await screen.findByRole('textbox', { name: 'Columns of the file' });
    await user.type(columns, '{Enter}Total = what');
    await user.type(screen.getByRole('spinbutton', { name: /Term of the law/ }), '30');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(Object.keys(problems())).toEqual(['legalSource', 'fileColumns']));
    expect(problems()['fileColumns']).toContain('A line is: heading = fact');
    await user.clear(columns);
    await user.type(columns, 'Total = opened');
    await user.type(screen.getByRole('textbox', { name: 'Legal source' }), 'Lic. Prado');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual([{ legalDays: 30, legalSource: 'Lic. Prado' }]));
  });
});
