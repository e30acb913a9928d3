import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  FileReading,
  ImportMapping,
  NamedMapping,
  type ImportLook,
  type ImportPreview,
} from '../../../contract/cases/import-mapping.js';
import type { ImportRun } from '../../../contract/cases/imports.js';
import { openApp, useBrowser } from './support/app.js';
import { type Network, Refusal } from './support/network.js';
import { address, expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const MAPPING: ImportMapping = {
  ...{ kind: 'LEDGER', encoding: 'utf-8', separator: ';', days: 'DMY', decimals: 'COMMA' },
  columns: [
    { column: 'loanItemExternalId', heading: 'Crédito' },
    { column: 'paidAt', heading: 'Fecha del pago' },
    { column: 'amount', heading: 'Importe' },
    { column: 'providerReference', heading: 'Referencia' },
    { column: 'type', heading: 'Tipo' },
  ],
};
const LOOK: ImportLook = {
  ...{ isWorkbook: false, mapping: MAPPING, kept: [], institutions: ['NORTE'], queues: ['Q1'] },
  headings: ['Crédito', 'Fecha del pago', 'Importe', 'Referencia', 'Tipo'],
  rows: [
    ['C-1', '31/01/2026', '1.050,00', 'REF-1', 'Abono'],
    ['C-2', '31/01/2026', '50,00', 'REF-2', 'Abono'],
  ],
};
const PREVIEW: ImportPreview = {
  ...{ kind: 'LEDGER', rowsRead: 2, isWhole: true, rowsNew: 0, rowsUnchanged: 0, rowsRefused: 2, doubts: [] },
  faults: [{ field: 'type', reason: 'format', value: 'Abono', rows: 2, line: 2 }],
};
const CLEAN: ImportPreview = { ...PREVIEW, rowsNew: 2, rowsRefused: 0, faults: [] };
const RUN: ImportRun = {
  ...{ id: 5, kind: 'LEDGER', fileName: 'pagos.csv', status: 'DONE', failure: null, errors: [] },
  ...{ rowsRead: 2, rowsKept: 2, rowsUnchanged: 0, rowsRefused: 0, deviceContactsDropped: 0 },
  ...{ startedAt: '2026-11-18T17:00:00.000Z', finishedAt: '2026-11-18T17:00:01.000Z' },
  ...{ release: 'RELEASED', loansWaiting: 0, loansTakenBack: 0 },
};

const field = (form: unknown, name: string): unknown => JSON.parse(String((form as FormData).get(name)));
const isUnderstood = ({ columns }: ImportMapping) => columns.some(({ values }) => values?.['Abono']);

const answers = (network: Network) =>
  network
    .on({
      call: 'POST management/task/import/look',
      answer: ({ body }) => {
        const { encoding = 'utf-8' } = FileReading.parse(field(body, 'reading'));
        return { ...LOOK, mapping: { ...MAPPING, encoding } };
      },
    })
    .on({
      call: 'POST management/task/import/preview',
      answer: ({ body }) => (isUnderstood(ImportMapping.parse(field(body, 'mapping'))) ? CLEAN : PREVIEW),
    })
    .on({ call: 'POST management/task/import', answer: () => ({ importId: 5, kind: 'LEDGER' as const }) })
    .on({ call: 'GET management/task/import/5', answer: () => RUN });

async function chooseFile(language: 'en' | 'es' | 'cn' = 'en', given = answers) {
  const app = await openApp({ at: '/imports', language, role: 'admin', answers: given });
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('The page takes no file yet');
    return found;
  });
  await app.user.upload(input, new File(['x'], 'pagos.csv', { type: 'text/csv' }));
  return app;
}

type User = Awaited<ReturnType<typeof chooseFile>>['user'];

async function pick(user: User, label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }));
  const found = await waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
    const last = all.filter((each) => each.textContent.includes(option)).at(-1);
    if (!last) throw new Error(`No option ${option}`);
    return last;
  });
  await user.click(found);
}

const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

describe('a file before it is taken in', () => {
  it.each([
    ['en', 'How the file is written', 'Payment channel'],
    ['es', 'Cómo está escrito el archivo', 'Canal de pago'],
    ['cn', '文件格式', '付款渠道'],
  ] as const)('shows in %s how it is written and what it lacks', async (language, title, lacking) => {
    await chooseFile(language);
    await screen.findByRole('region', { name: title });
    expect(screen.getByText('1.050,00')).toBeTruthy();
    expect(screen.getByText(lacking)).toBeTruthy();
    expectWords();
    await expectAccessible();
  });

  it('is completed, judged, understood and taken in under a name', async () => {
    const { network, user } = await chooseFile();
    await screen.findByText('needed');
    expect([isOff('Check the file'), isOff('Import')]).toEqual([true, true]);
    await pick(user, 'Heading of Payment channel', 'The same in every row');
    await pick(user, 'Every row: Payment channel', 'LEDGER');
    await press(user, 'Check the file');
    const preview = await screen.findByRole('region', { name: 'What an import would do' });
    expect(within(preview).getByText('Abono')).toBeTruthy();
    // Nothing of it would be taken.
    expect(isOff('Import')).toBe(true);
    await pick(user, 'What “Abono” means', 'Payment');
    expect(within(preview).getByRole('status').textContent).toBe('Changed since it was checked.');
    expect(isOff('Import')).toBe(true);
    await press(user, 'Check the file');
    await waitFor(() => expect(isOff('Import')).toBe(false));
    await user.type(screen.getByRole('textbox', { name: 'Keep the mapping as' }), 'Pagos');
    await press(user, 'Import');
    await waitFor(() => expect(address()).toContain('run=5'));
    expect(await screen.findByText('pagos.csv')).toBeTruthy();
    const [sent] = network.sent('POST management/task/import');
    const { name, columns } = NamedMapping.parse(field(sent, 'mapping'));
    expect(name).toBe('Pagos');
    expect(columns).toContainEqual({ column: 'channel', constant: 'LEDGER' });
    expect(columns).toContainEqual({ column: 'type', heading: 'Tipo', values: { Abono: 'PAYMENT' } });
  });

  it('is read anew in another encoding, and forgets what a text was said to mean', async () => {
    const { network, user } = await chooseFile();
    await screen.findByText('needed');
    await pick(user, 'The file is a', 'Loan book');
    await waitFor(() => expect(network.sent('POST management/task/import/look')).toHaveLength(2));
    const [, again] = network.sent('POST management/task/import/look');
    expect(field(again, 'reading')).toEqual({ kind: 'LOANS', encoding: 'utf-8', separator: ';' });
    await pick(user, 'Heading of Payment channel', 'Tipo');
    await press(user, 'Check the file');
    await pick(user, await labelled('What “Abono” means'), 'Payment');
    await press(user, 'Forget what “Abono” means');
    await press(user, 'Check the file');
    await waitFor(() => expect(network.sent('POST management/task/import/preview')).toHaveLength(2));
    const [, last] = network.sent('POST management/task/import/preview');
    expect(isUnderstood(ImportMapping.parse(field(last, 'mapping')))).toBe(false);
    await press(user, 'Leave it');
    expect(screen.queryByRole('region', { name: 'How the file is written' })).toBeNull();
  });

  it('is judged at once when it is known, with the mapping that was kept', async () => {
    const mapping = {
      ...MAPPING,
      columns: [...MAPPING.columns, { column: 'channel' as const, constant: 'LEDGER' }],
    };
    const kept = [{ id: 3, name: 'Pagos', mapping }];
    const { network, user } = await chooseFile('en', (given) =>
      answers(given)
        .on({ call: 'POST management/task/import/look', answer: () => ({ ...LOOK, mapping, kept }) })
        .on({ call: 'POST management/task/import/mapping/delete', answer: () => null }),
    );
    await screen.findByRole('region', { name: 'What an import would do' });
    expect(screen.getByRole('textbox', { name: 'Keep the mapping as' })).toHaveProperty('value', 'Pagos');
    await press(user, 'Forget this mapping');
    await waitFor(() =>
      expect(network.sent('POST management/task/import/mapping/delete')).toEqual([{ id: 3 }]),
    );
  });

  it('stays as it is when the server refuses it', async () => {
    const { user } = await chooseFile('en', (given) =>
      answers(given).on({
        call: 'POST management/task/import/preview',
        answer: () => new Refusal('22', 'The file lacks the column channel'),
      }),
    );
    await screen.findByText('needed');
    await pick(user, 'Heading of Payment channel', 'Tipo');
    await press(user, 'Check the file');
    expect(await screen.findByText(/lacks the column channel/)).toBeTruthy();
    expect(screen.getByText('1.050,00')).toBeTruthy();
  });
});

async function labelled(name: string): Promise<string> {
  await screen.findByRole('combobox', { name });
  return name;
}
