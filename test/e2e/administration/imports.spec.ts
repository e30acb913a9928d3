import { expect } from '@playwright/test';
import { account } from '../support/accounts.js';
import { expectNothing } from '../support/axe.js';
import { enter } from '../support/browsers.js';
import { expectFits } from '../support/fits.js';
import { test } from '../support/test.js';

const HEADINGS =
  'No. Cliente;Nombre del cliente;Celular;Crédito;Producto;App;Fecha de otorgamiento;Monto del crédito;Cuota;Vencimiento;Capital;Sistema operativo;Recrédito';
const row = (n: number) =>
  `K-${n};Ana Muñoz Peña;55 8000 120${n};MAP-${n};PAYDAY;Préstamo Ya;05/01/2026;$ 2.000,00;1;01/10/2026;1.000,00;Android;Sí`;

test('an administrator maps a book in Spanish, sees what it would do, and gives its words a meaning', async ({
  browser,
}) => {
  const buffer = Buffer.from([HEADINGS, row(1), row(2), row(3)].join('\r\n'), 'latin1');
  const page = await enter(browser, account('admin'), { at: 'imports', language: 'es' });
  await page.setInputFiles('input[type=file]', { name: 'cartera.csv', mimeType: 'text/csv', buffer });
  const file = page.getByRole('region', { name: 'Cómo está escrito el archivo' });
  await expect(file).toContainText('Ana Muñoz Peña');
  await expect(file).toContainText('Windows-1252');
  const pick = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
      .first()
      .click();
  };
  await pick('Encabezado de Código de la institución', 'Lo mismo en cada fila');
  await pick('Todas las filas: Código de la institución', '');
  await pick('Encabezado de Código de la cola', 'Lo mismo en cada fila');
  await pick('Todas las filas: Código de la cola', '');
  await page.getByRole('button', { name: 'Revisar el archivo' }).click();
  const preview = page.getByRole('region', { name: 'Qué haría la importación' });
  await expect(preview).toContainText('Android');
  await expectNothing(page, 'imports');
  await expectFits(page, 'imports');
  await pick('Qué significa «Android»', 'android');
  await pick('Qué significa «Sí»', '1');
  await page.getByRole('button', { name: 'Revisar el archivo' }).click();
  await expect(preview.getByRole('status')).toContainText('Se revisó todo el archivo');
  await expect(preview).not.toContainText('Android');
  await page.getByRole('button', { name: 'Dejarlo' }).click();
  await expect(file).toBeHidden();
});
