import { expect } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { wordOf } from '../../../../client/ui/entity-form/fields.js';
import { i18n } from '../../../../client/i18n/i18n.js';

/** Faults that axe finds by WCAG 2.2 AA, each as "rule: element". Colours and sizes want a real browser. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    resultTypes: ['violations'],
  });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect(found).toEqual([]);
}

/** `feature:some.key`, which is what stands where a word is missing. */
const RAW_KEY = /\b[a-z][a-z-]+:[a-z][\w-]*(?:\.[\w-]+)+/;

/** Every text, label and placeholder of the page is in words. */
export function expectWords(): void {
  const attributes = ['aria-label', 'placeholder', 'title'];
  const texts = [...document.body.querySelectorAll('*')].flatMap((element) => [
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
    ...[...element.childNodes].map((node) => (node instanceof Text ? node.data : '')),
  ]);
  expect(texts.filter((text) => RAW_KEY.test(text))).toEqual([]);
}

/** The row of a form's field, by the contract's name of it. */
export function fieldRow(name: string): HTMLElement {
  const row = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  if (!row) throw new Error(`The form has no field ${name}`);
  return row;
}

export const controlOf = (name: string): HTMLInputElement => {
  const control = fieldRow(name).querySelector<HTMLInputElement>('input, textarea, button');
  if (!control) throw new Error(`The field ${name} has no control`);
  return control;
};

/** The label of a form's field, in the language of the page. */
export const labelOf = (words: string, name: string): string => i18n.t(`${words}:field.${wordOf(name)}`);

/** The errors that a form shows, by field. */
export function problems(): Record<string, string> {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-field]')];
  const said = rows.map((row): [string, string] => {
    const texts = [...row.querySelectorAll('.entity-problem')].map((each) => each.textContent);
    return [row.dataset['field'] ?? '', texts.join()];
  });
  return Object.fromEntries(said.filter(([, text]) => text));
}

const numberOf = (element: Element, name: string) => Number(element.getAttribute(name));
const inOrder = (elements: Iterable<Element>, name: string) =>
  [...elements].sort((one, other) => numberOf(one, name) - numberOf(other, name));

/** The cells of a list, row by row, as they are read. */
export function rowTexts(): string[][] {
  const rows = inOrder(document.querySelectorAll('.ag-row'), 'row-index');
  return rows.map((row) =>
    inOrder(row.querySelectorAll('[role=gridcell]'), 'aria-colindex').map((cell) => cell.textContent ?? ''),
  );
}

/** The row that the keyboard stands on, by its id. */
export const rowInFocus = (): string | null =>
  document.querySelector('.ag-cell-focus')?.closest('.ag-row')?.getAttribute('row-id') ?? null;

export const address = (): string => location.hash.slice(1);

export const goneTo = (path: string) => waitFor(() => expect(address()).toBe(path));
