import { describe, expect, it } from '@jest/globals';
import { MAX_GRIDS, type OwnPreferences } from '../../../contract/preferences.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createDesk, type DeskPerson } from '../cases/desk.js';

const { desk } = useDesk(createDesk);

const own = async (person: DeskPerson) => (await desk.as[person].get<OwnPreferences>('preferences/own')).data;
const post = (person: DeskPerson, path: string, body: object) =>
  desk.as[person].post<{ fields: { field: string }[] }>(`preferences/${path}`, body);
const columns = [{ colId: 'amount', width: 120, hide: true, pinned: null }];

describe("a person's own preferences", () => {
  it('are empty at first, kept part by part, and nobody else’s', async () => {
    expect(await own('collector')).toEqual({ settings: {}, columns: {} });
    expect((await post('collector', 'settings', { theme: 'dark', keys: { 'next-row': 'n' } })).code).toBe(
      '00',
    );
    expect((await post('collector', 'settings', { shortcuts: false })).code).toBe('00');
    expect((await post('collector', 'columns/my-cases', { columns })).code).toBe('00');
    expect(await own('collector')).toEqual({
      settings: { theme: 'dark', keys: { 'next-row': 'n' }, shortcuts: false },
      columns: { 'my-cases': columns },
    });
    expect(await own('colleague')).toEqual({ settings: {}, columns: {} });
  });

  it('lose no part when several are saved at once', async () => {
    const parts = [
      { theme: 'light' },
      { density: 'compact' },
      { shortcuts: true },
      { keys: { search: 'f' } },
    ];
    await Promise.all(parts.map((part) => post('leader', 'settings', part)));
    expect((await own('leader')).settings).toEqual(Object.assign({}, ...parts));
  });

  it('forget a table whose columns stand again as they were', async () => {
    await post('stranger', 'columns/board', { columns });
    await post('stranger', 'columns/board', { columns: [] });
    expect((await own('stranger')).columns).toEqual({});
  });

  it('are kept for so many tables', async () => {
    for (let index = 0; index < MAX_GRIDS; index++) {
      const name = `grid-${'abcdefghij'[index % 10]}${'abcdefghij'[Math.floor(index / 10)]}`;
      expect((await post('admin', `columns/${name}`, { columns })).code).toBe('00');
    }
    expect((await post('admin', 'columns/one-more', { columns })).code).toBe('31');
    expect((await post('admin', 'columns/grid-aa', { columns: [{ colId: 'x' }] })).code).toBe('00');
  });

  it('survive what an older release wrote', async () => {
    await desk.api.rows(sql`
      INSERT INTO user_preference (user_id, kind, name, value, updated_at)
      VALUES (${desk.people.supervisor.id}, 'settings', '', ${'{"theme":"pink"}'}, NOW(3)),
        (${desk.people.supervisor.id}, 'columns', 'old', ${'[{"id":1}]'}, NOW(3))`);
    expect(await own('supervisor')).toEqual({ settings: {}, columns: {} });
  });

  it.each<[string, object, string]>([
    ['settings', { theme: 'pink' }, 'theme'],
    ['settings', { fontScale: 130 }, 'fontScale'],
    ['settings', { pageSize: 7 }, 'pageSize'],
    ['settings', { keys: { 'next-row': '<script>' } }, 'keys.next-row'],
    ['settings', { keys: { 'next-row': 'x'.repeat(41) } }, 'keys.next-row'],
    ['columns/my-cases', {}, 'columns'],
    ['columns/my-cases', { columns: [{ colId: 'a', width: 1e9 }] }, 'columns.0.width'],
    ['columns/my-cases', { columns: Array.from({ length: 61 }, () => ({ colId: 'a' })) }, 'columns'],
  ])('%s %j name the field that is wrong', async (path, body, field) => {
    const { code, data } = await post('collector', path, body);
    expect([code, data.fields.map((error) => error.field)]).toEqual(['22', [field]]);
  });

  it('know no table of such a name', async () => {
    for (const name of ['A', '__proto__', 'x'.repeat(40), '1'])
      expect((await post('collector', `columns/${name}`, { columns })).code).toBe('22');
  });
});
