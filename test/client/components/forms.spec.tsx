import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { WORK_FORMS } from './forms/work.js';
import type { FormCase } from './forms/form.js';
import { SETTING_FORMS } from './forms/settings.js';
import { type Opened, type OpenOptions, openApp, useBrowser } from './support/app.js';
import { Refusal } from './support/network.js';
import {
  address,
  controlOf,
  expectAccessible,
  expectWords,
  fieldRow,
  labelOf,
  problems,
} from './support/screen.js';
import { i18n } from '../../../client/i18n/i18n.js';

useBrowser();

const FORMS = [...SETTING_FORMS, ...WORK_FORMS];
const EXISTING = FORMS.flatMap(({ edit, ...form }) => (edit ? [{ ...form, edit }] : []));

async function openForm(form: FormCase, at: string, more: Partial<OpenOptions> = {}): Promise<Opened> {
  const opened = await openApp({ at, answers: form.answers, role: form.role ?? 'admin', ...more });
  await waitFor(() => expect(document.querySelector('.entity-form [data-field]')).not.toBeNull());
  return opened;
}

async function fill({ user }: Opened, name: string, text: string): Promise<void> {
  const control = controlOf(name);
  await user.click(control);
  if (control.getAttribute('role') === 'combobox') {
    const options = await screen.findAllByText(text);
    await user.click(options.find((each) => each.closest('.ant-select-item-option'))!);
  } else {
    await user.clear(control);
    await user.type(control, text);
  }
}

const save = ({ user }: Opened) => user.keyboard('{Control>}s{/Control}');

describe.each(FORMS)('the form of $noun', (form) => {
  const { typed, words } = form;
  const [first = ''] = Object.keys(typed);
  const asked = Object.keys(typed);

  it('refuses to be saved empty: each field says what it wants, and the first has the focus', async () => {
    const opened = await openForm(form, form.add);
    expectWords();
    await save(opened);
    await waitFor(() => expect(Object.keys(problems()).sort()).toEqual(asked.sort()));
    await waitFor(() => expect(fieldRow(first).contains(document.activeElement)).toBe(true));
    for (const name of asked) expect(controlOf(name).getAttribute('aria-invalid')).toBe('true');
    expect(opened.network.sent(form.save.call)).toEqual([]);
    await expectAccessible();
  });

  it('shows what the server refuses at its field, and then sends what the contract takes', async () => {
    const opened = await openForm(form, form.add);
    const { network } = opened;
    const fields = [{ field: first, rule: 'taken', message: `${first} is in use` }];
    network.on({ ...form.save, answer: () => new Refusal('22', 'Not so', { fields }) });
    for (const [name, text] of Object.entries(typed)) await fill(opened, name, text);
    await save(opened);
    await waitFor(() => expect(problems()).toEqual({ [first]: `${labelOf(words, first)} is in use` }));
    network.on({ ...form.save, answer: () => form.save.answer ?? { id: 7 } });
    await save(opened);
    await waitFor(() => expect(address()).not.toBe(form.add));
    expect(network.sent(form.save.call)).toHaveLength(2);
  });

  it('is not shown to whoever may not save it', async () => {
    const { add: at, answers, may, role = 'admin' } = form;
    await openApp({ at, answers, role, without: [may], language: 'cn' });
    expect(await screen.findByText(i18n.t('common:error.denied'))).toBeTruthy();
    expect(document.querySelector('.entity-form')).toBeNull();
    expectWords();
  });
});

describe.each(EXISTING)('the form of $noun that exists', (form) => {
  const { typed, edit, change = form.save } = form;
  const [first = ''] = Object.keys(typed);

  it('sends a change with the version that it was read by', async () => {
    const opened = await openForm(form, edit.at, { language: 'es' });
    expectWords();
    opened.network.on({ ...change, answer: () => ({ id: 7 }) });
    await fill(opened, first, typed[first] ?? '');
    await save(opened);
    await waitFor(() => expect(opened.network.sent(change.call)).toHaveLength(1));
    expect(opened.network.sent(change.call)[0]).toMatchObject({ version: edit.version });
    await expectAccessible();
  });

  it('is read-only for whoever may not change it', async () => {
    await openForm(form, edit.at, { without: [form.may, form.mayPart ?? form.may], language: 'cn' });
    expect(document.querySelectorAll('.entity-value').length).toBeGreaterThan(0);
    const controls = [...document.querySelectorAll('.entity-form :is(input, textarea, button)')];
    // A picture is shown as where it is chosen.
    expect(controls.filter((control) => !control.closest('[data-field=picture]'))).toEqual([]);
    expectWords();
  });
});
