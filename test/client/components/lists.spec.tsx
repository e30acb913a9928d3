import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ListCase } from './lists/list.js';
import { LISTS } from './lists/all.js';
import { type OpenOptions, openApp, useBrowser } from './support/app.js';
import { Refusal, REQUEST_ID } from './support/network.js';
import { expectAccessible, expectWords } from './support/screen.js';
import { i18n } from '../../../client/i18n/i18n.js';

useBrowser();

function openList(list: ListCase, answer: () => unknown, more: Partial<OpenOptions> = {}) {
  const { call, query } = list.read;
  const schema = call.startsWith('POST') ? { body: query } : { query };
  return openApp({ at: list.at, answers: (network) => network.on({ call, ...schema, answer }), ...more });
}

const nothing = ({ besides }: ListCase) => ({ result: [], totalCount: 0, ...besides });

/** A title and an entry of the menu may read as the link does. */
const IN_PAGE = { ignore: 'nav *, h1' };

describe.each(LISTS)('the list of $noun', (list) => {
  it('stands as a skeleton until its rows come, and says that there are none', async () => {
    let answer: (rows: object) => void = () => undefined;
    const rows = new Promise<object>((come) => (answer = come));
    await openList(list, () => rows, { language: 'es' });
    await waitFor(() => expect(document.querySelector('.skeleton-table')).not.toBeNull());
    answer(nothing(list));
    expect(await screen.findByText(i18n.t(`${list.words}:list.empty`))).toBeTruthy();
    expect(document.querySelector('.skeleton-table')).toBeNull();
    expect(document.querySelector('h1')?.textContent).toBe(i18n.t(`${list.words}:list.title`));
    if (list.add) expect(screen.getByText(i18n.t(`${list.words}:list.add`), IN_PAGE)).toBeTruthy();
    expectWords();
    await expectAccessible();
  });

  it('says why it has no rows, by which reference, and asks again when told to', async () => {
    let answer: unknown = new Refusal('99', 'The database is away');
    const { user } = await openList(list, () => answer);
    expect(await screen.findByText('The database is away')).toBeTruthy();
    expect(screen.getByText(`Reference ${REQUEST_ID}`)).toBeTruthy();
    answer = nothing(list);
    await user.click(screen.getByText('Try again'));
    expect(await screen.findByText(i18n.t(`${list.words}:list.empty`))).toBeTruthy();
    expectWords();
  });
});

const ADDING = LISTS.flatMap(({ add, ...list }) => (add ? [{ ...list, add }] : []));

describe.each(ADDING)('what can be added to the list of $noun', (list) => {
  it('is not offered without the permission', async () => {
    await openList(list, () => nothing(list), { without: [list.add.may], language: 'cn' });
    await screen.findByText(i18n.t(`${list.words}:list.empty`));
    expect(screen.queryByText(i18n.t(`${list.words}:list.add`), IN_PAGE)).toBeNull();
    expectWords();
  });
});
