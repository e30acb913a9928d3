import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ImportRun } from '../../../contract/cases/imports.js';
import { openApp, useBrowser } from './support/app.js';
import { Refusal, type Network } from './support/network.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const RUN: ImportRun = {
  ...{ id: 5, kind: 'LOANS', fileName: 'cartera.csv', status: 'DONE', failure: null, errors: [] },
  ...{ rowsRead: 1204, rowsKept: 1204, rowsUnchanged: 0, rowsRefused: 0, deviceContactsDropped: 0 },
  ...{ startedAt: '2026-11-18T17:00:00.000Z', finishedAt: '2026-11-18T17:00:01.000Z' },
  ...{ release: 'WAITING', loansWaiting: 1204, loansTakenBack: 0 },
};

/** The page of one import, which goes on as the words say. */
async function shown(language: 'en' | 'es' | 'cn', run: ImportRun = RUN) {
  let now = run;
  const answers = (network: Network) =>
    network
      .on({ call: 'GET management/task/import/5', answer: () => now })
      .on({
        call: 'POST management/task/import/5/refusedRows',
        answer: () => new Refusal('22', 'Another file.'),
      })
      .on({
        call: 'POST management/task/import/release',
        answer: () => {
          now = { ...now, release: 'RELEASED', loansWaiting: 0 };
        },
      })
      .on({
        call: 'POST management/task/import/takeBack',
        answer: () => {
          now = { ...now, release: 'WAITING', loansWaiting: 4, loansTakenBack: 1200 };
        },
      });
  const app = await openApp({ at: '/imports?run=5', language, role: 'admin', answers });
  await screen.findByText('cartera.csv');
  return app;
}
const dialog = () => screen.findByRole('dialog');

describe('the loans of an import', () => {
  it.each([
    ['en', '1,204 new loans wait', 'Release'],
    ['es', '1,204 créditos nuevos esperan', 'Liberar'],
    ['cn', '1,204 笔新借款正在等待', '放行'],
  ] as const)(
    'wait in %s, and are released after a question that counts them',
    async (language, text, act) => {
      const { network, user } = await shown(language);
      expect(screen.getByText((content) => content.startsWith(text))).toBeTruthy();
      expectWords();
      await expectAccessible();
      await user.click(screen.getByRole('button', { name: act }));
      const question = await dialog();
      expect(question.textContent).toContain('cartera.csv');
      expect(question.textContent).toContain('1,204');
      await user.click(within(question).getByRole('button', { name: act }));
      await waitFor(() => expect(screen.queryByRole('button', { name: act })).toBeNull());
      expect(network.sent('POST management/task/import/release')).toEqual([{ id: 5 }]);
    },
  );

  it.each([
    ['en', 'Take back', '1,200 loans were taken back.', '4 stay'],
    ['es', 'Retirar', 'Se retiraron 1,200 créditos.', '4 se quedan'],
    ['cn', '撤回', '已撤回 1,200 笔借款。', '4 笔保留'],
  ] as const)('are taken back in %s, and it says what stays', async (language, act, gone, staying) => {
    const { network, user } = await shown(language);
    await user.click(screen.getByRole('button', { name: act }));
    await user.click(within(await dialog()).getByRole('button', { name: act }));
    expect(await screen.findByText(gone)).toBeTruthy();
    expect(screen.getByText((content) => content.startsWith(staying))).toBeTruthy();
    expect(network.sent('POST management/task/import/takeBack')).toEqual([{ id: 5 }]);
    expectWords();
  });

  it('show how many are left while they are taken back, and nothing of a ledger', async () => {
    await shown('en', { ...RUN, release: 'TAKING_BACK', loansWaiting: 700, loansTakenBack: 504 });
    expect(screen.getByText('Being taken back: 700 loans left.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go on' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
  });
});

describe('the rows that an import refused', () => {
  it.each([
    ['en', 'Choose the same file for its refused rows', 'Refused rows to correct'],
    ['es', 'Elija el mismo archivo para ver sus filas rechazadas', 'Filas rechazadas por corregir'],
    ['cn', '选择同一文件以取得其被拒行', '待修正的被拒行'],
  ] as const)('are asked for in %s with the file that was imported', async (language, choose, take) => {
    const errors = [{ line: 4, field: 'phone', reason: 'format' }] as const;
    const { network, user } = await shown(language, { ...RUN, rowsRefused: 1, errors: [...errors] });
    expect(screen.getByRole('button', { name: choose })).toBeTruthy();
    expectWords();
    await expectAccessible();
    await user.upload(screen.getByLabelText(choose), new File(['a;b'], 'cartera.csv', { type: 'text/csv' }));
    await user.click(await screen.findByRole('button', { name: take }));
    expect(await screen.findByText('Another file.')).toBeTruthy();
    expect(network.sent('POST management/task/import/5/refusedRows')).toHaveLength(1);
  });
});
