import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DraftSave, StoredDraft } from '../../../contract/preferences.js';
import { type Draft, emptyDraft } from '../../../client/features/cases/result-form/case-draft.js';
import { DraftKeeper, type LocalDraft } from '../../../client/features/cases/result-form/draft-keeper.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** The server's rules: the higher version stays. */
class Shelf {
  kept: StoredDraft | null = null;
  away = false;
  calls: string[] = [];
  read = async () => {
    this.calls.push('read');
    return this.away ? undefined : this.kept;
  };
  save = async (body: DraftSave) => {
    this.calls.push(`save ${body.version}`);
    if (this.away) return null;
    if (this.kept && this.kept.version >= body.version)
      return { version: this.kept.version, newer: this.kept.draft };
    this.kept = body;
    return { version: body.version, newer: null };
  };
  drop = async () => {
    this.calls.push('drop');
    this.kept = null;
  };
}

function browser(shelf: Shelf, local: LocalDraft | null = null) {
  const seen = { local, form: local?.draft ?? emptyDraft() };
  const keeper = new DraftKeeper(shelf, local, {
    onLocal: (kept) => (seen.local = kept),
    onTaken: (draft) => (seen.form = draft),
  });
  return { keeper, seen, type: (notes: string) => (seen.form = keeper.edit({ notes })) };
}
const later = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const noted = (notes: string): Draft => ({ ...emptyDraft(), notes });

describe('a draft', () => {
  it('is kept here with every letter and on the server after a pause', async () => {
    const shelf = new Shelf();
    const { type, seen } = browser(shelf);
    type('l');
    await later(500);
    type('llamar');
    await later(500);
    expect(seen.local?.draft.notes).toBe('llamar');
    expect(shelf.calls).toEqual([]);
    await later(400);
    expect(shelf.calls).toEqual(['save 1']);
    expect(shelf.kept?.draft.notes).toBe('llamar');
    expect(seen.local?.version).toBe(1);
  });

  it('comes to another browser, and back when more was typed there', async () => {
    const shelf = new Shelf();
    const one = browser(shelf);
    one.type('uno');
    await later(900);
    const two = browser(shelf);
    await two.keeper.open();
    expect(two.seen.form.notes).toBe('uno');
    two.type('dos');
    await later(900);
    const again = browser(shelf, one.seen.local);
    await again.keeper.open();
    expect(again.seen.form.notes).toBe('dos');
  });

  it('that is being typed wins over what another browser kept', async () => {
    const shelf = new Shelf();
    const one = browser(shelf);
    one.type('viejo');
    await later(900);
    const two = browser(shelf, one.seen.local);
    one.type('más viejo');
    await later(900);
    two.type('nuevo');
    await two.keeper.open();
    await later(2_000);
    expect(shelf.kept?.draft.notes).toBe('nuevo');
    expect(two.seen.form.notes).toBe('nuevo');
  });

  it('that was typed before the screen was mounted anew wins over what the server has', async () => {
    const shelf = new Shelf();
    shelf.kept = { version: 3, draft: noted('viejo') };
    const one = browser(shelf);
    one.type('nuevo');
    one.keeper.close();
    const again = browser(shelf, one.seen.local);
    await again.keeper.open();
    expect(again.seen.form.notes).toBe('nuevo');
    await later(900);
    expect(shelf.kept).toMatchObject({ version: 4, draft: { notes: 'nuevo' } });
  });

  it('that was saved in another browser does not come back from this one', async () => {
    const shelf = new Shelf();
    const one = browser(shelf, { version: 4, draft: noted('dicho') });
    await one.keeper.open();
    await later(2_000);
    expect([one.seen.form.notes, one.seen.local, shelf.kept]).toEqual(['', null, null]);
  });

  it('that never reached the server goes there when the screen opens again', async () => {
    const shelf = new Shelf();
    const one = browser(shelf, { version: 0, draft: noted('a medias') });
    await one.keeper.open();
    await later(10);
    expect(shelf.kept?.draft.notes).toBe('a medias');
  });

  it('with letters that the server has not goes there too', async () => {
    const shelf = new Shelf();
    shelf.kept = { version: 3, draft: noted('a me') };
    const one = browser(shelf, { version: 3, draft: noted('a medias') });
    await one.keeper.open();
    await later(10);
    expect(shelf.kept).toMatchObject({ version: 4, draft: { notes: 'a medias' } });
  });

  it('is thrown away for good, also when a save was under way', async () => {
    const shelf = new Shelf();
    const { type, keeper, seen } = browser(shelf);
    type('x');
    void later(800);
    await later(0);
    await keeper.drop();
    await later(5_000);
    expect([shelf.kept, seen.local]).toEqual([null, null]);
    expect(shelf.calls.at(-1)).toBe('drop');
  });

  it('that was emptied by hand is no draft', async () => {
    const shelf = new Shelf();
    const { type, seen } = browser(shelf);
    type('x');
    await later(900);
    type('');
    await later(900);
    expect([shelf.kept, seen.local]).toEqual([null, null]);
  });

  it('goes out when the screen closes before the pause is over', async () => {
    const shelf = new Shelf();
    const { type, keeper } = browser(shelf);
    type('casi');
    keeper.close();
    await later(0);
    expect(shelf.kept?.draft.notes).toBe('casi');
    await later(5_000);
    expect(shelf.calls).toEqual(['save 1']);
  });

  it('is asked for again while the server cannot be asked', async () => {
    const shelf = new Shelf();
    shelf.kept = { version: 3, draft: noted('dicho') };
    shelf.away = true;
    const { keeper, seen } = browser(shelf);
    await keeper.open();
    shelf.away = false;
    await later(6_000);
    expect(seen.form.notes).toBe('dicho');
    await later(20_000);
    expect(shelf.calls).toEqual(['read', 'read']);
  });

  it('is not written here by a screen that has closed, after a session that is over', async () => {
    const shelf = new Shelf();
    shelf.away = true;
    const { type, keeper, seen } = browser(shelf);
    type('secreto');
    keeper.close();
    seen.local = null;
    await later(6_000);
    expect(seen.local).toBeNull();
  });

  it('waits for a server that is away, and stays here meanwhile', async () => {
    const shelf = new Shelf();
    shelf.away = true;
    const { type, keeper, seen } = browser(shelf);
    await keeper.open();
    type('sin red');
    await later(900);
    expect(seen.local?.draft.notes).toBe('sin red');
    shelf.away = false;
    await later(6_000);
    expect(shelf.kept?.draft.notes).toBe('sin red');
    await later(20_000);
    expect(shelf.calls.filter((call) => call.startsWith('save')).length).toBe(2);
  });
});
