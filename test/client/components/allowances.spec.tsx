import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  ApprovalsQuery,
  type ApprovalDecision,
  type ApprovalRow,
} from '../../../contract/administration/approvals.js';
import {
  SystemLimitsChange,
  type ConfiguredAnswer,
  type SystemLimits,
} from '../../../contract/administration/configuration.js';
import { openApp, useBrowser } from './support/app.js';
import { takesDecisions } from './support/approvals.js';
import type { Network } from './support/network.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const AT = '2026-11-18T17:00:00.000Z';
const LIMITS: SystemLimits = {
  ...{ exportFiles: 20, exportRows: 50_000, revealsPerHour: 60 },
  ...{ privacyAnswerDays: 28, privacyKeptDays: 0 },
};
const ANSWER: ConfiguredAnswer<'limits'> = {
  ...LIMITS,
  ...{ version: 4, changedBy: 'Eva', changedAt: AT, history: [], waiting: null },
};
const WAITING: ConfiguredAnswer<'limits'> = {
  ...ANSWER,
  waiting: {
    ...{ approvalId: 77, approvalVersion: 1, version: 4, requestedBy: 'Berta', requestedAt: AT, mine: false },
    document: { ...LIMITS, exportFiles: 40 },
  },
};
const answers =
  (limits: ConfiguredAnswer<'limits'>, more: (network: Network) => unknown = () => undefined) =>
  (network: Network) =>
    void more(network.on({ call: 'GET menu/getSysConfig', answer: () => limits }));

describe('limits of what one person takes out', () => {
  it.each([
    ['en', 'Waits for a second administrator', 'Your answer: why', 'Approve'],
    ['es', 'Espera a un segundo administrador', 'Su respuesta: por qué', 'Aprobar'],
    ['cn', '等待另一位管理员', '您的答复：原因', '批准'],
  ] as const)(
    'show in %s which are to be raised, and are approved there',
    async (language, title, why, approve) => {
      const decisions: ApprovalDecision[] = [];
      const { user } = await openApp({
        ...{ at: '/system', language, role: 'admin' },
        answers: answers(WAITING, (network) => takesDecisions(network, decisions)),
      });
      const card = await screen.findByRole('region', { name: title });
      expect(within(card).getByRole('table').textContent).toMatch(/20.*40/);
      await user.type(within(card).getByRole('textbox', { name: why }), 'Seen');
      await user.click(within(card).getByRole('button', { name: approve }));
      await waitFor(() =>
        expect(decisions).toMatchObject([{ id: 77, version: 1, approve: true, answer: 'Seen' }]),
      );
      expectWords();
      await expectAccessible();
    },
  );

  it('say before they are saved that a higher one takes two, and a lower one does not', async () => {
    const sent: object[] = [];
    const { user } = await openApp({
      ...{ at: '/system', role: 'admin' },
      answers: answers(ANSWER, (network) =>
        network.on({
          call: 'POST menu/updateSysConfig',
          body: SystemLimitsChange,
          answer: ({ body }) => {
            sent.push(body);
            return { version: 4, approvalId: 78 };
          },
        }),
      ),
    });
    const [files] = await screen.findAllByRole<HTMLInputElement>('spinbutton');
    await user.clear(files!);
    await user.type(files!, '10');
    expect(screen.queryByText(/Allows more:/)).toBeNull();
    await user.clear(files!);
    await user.type(files!, '30');
    expect(await screen.findByText(/Allows more:/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Asked for\. It holds once/)).toBeTruthy();
    expect(sent).toMatchObject([{ version: 4, exportFiles: 30 }]);
    expect(files!.value).toBe('20');
  });
});

describe('an approval of a setting', () => {
  const ROW: ApprovalRow = {
    ...{
      id: 77,
      version: 1,
      kind: 'NUMBERS_MORE',
      status: 'WAITING',
      institutionId: 1,
      institutionName: 'House',
    },
    ...{ reason: '', requestedBy: 'Berta', requestedAt: AT, decidedBy: null, decidedAt: null, answer: null },
    ...{ endedBy: null, endedAt: null, mine: false, subjectId: null, subject: null },
    changes: { roles: { before: [], after: ['leader', 'member'] } },
  };

  it('says what it changes before it is approved in the list', async () => {
    const { user } = await openApp({
      ...{ at: '/system/approvals', role: 'admin' },
      answers: (network) =>
        void network.on({
          call: 'GET approval/list',
          query: ApprovalsQuery,
          answer: () => ({ result: [ROW], totalCount: 1 }),
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/House · Berta.*: — → Team leader, Collector/);
    expectWords();
  });
});
