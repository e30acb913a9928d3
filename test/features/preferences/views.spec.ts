import { describe, expect, it } from '@jest/globals';
import { MAX_VIEWS, type SavedView } from '../../../contract/preferences.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createDesk, type DeskPerson } from '../cases/desk.js';

const { desk } = useDesk(createDesk);

const views = async (person: DeskPerson) =>
  (await desk.as[person].get<SavedView[]>('preferences/views')).data;
const names = async (person: DeskPerson) => (await views(person)).map(({ name }) => name);
const post = (person: DeskPerson, path: string, body: object = {}) =>
  desk.as[person].post<{ id: number; fields: { field: string }[] }>(`preferences/views${path}`, body);
const save = async (person: DeskPerson, name: string, more: object = {}) =>
  (await post(person, '', { name, query: { group: 'promised', sort: 'amount' }, ...more })).data.id;

describe('a saved view', () => {
  it('comes back as it was saved, and is nobody else’s', async () => {
    const columns = [{ colId: 'amount', width: 120, hide: false, pinned: null }, { colId: 'status' }];
    const id = await save('collector', 'Promesas de hoy', { columns, density: 'compact' });
    expect(await views('collector')).toEqual([
      {
        id,
        name: 'Promesas de hoy',
        query: { group: 'promised', sort: 'amount' },
        columns,
        density: 'compact',
        shared: false,
        own: true,
        ownerName: 'collector',
      },
    ]);
    for (const person of ['colleague', 'leader', 'admin'] as const) expect(await views(person)).toEqual([]);
  });

  it('is renamed and changed in part', async () => {
    const id = await save('colleague', 'Una');
    expect((await post('colleague', `/${id}`, { name: 'Otra' })).code).toBe('00');
    expect((await post('colleague', `/${id}`, { query: { due: 'now' }, columns: null })).code).toBe('00');
    expect(await views('colleague')).toMatchObject([
      { id, name: 'Otra', query: { due: 'now' }, columns: null },
    ]);
  });

  it('is deleted and brought back under the same link', async () => {
    const id = await save('stranger', 'Mía');
    expect((await post('stranger', `/${id}/delete`)).code).toBe('00');
    expect((await post('stranger', `/${id}/delete`)).code).toBe('00');
    expect(await names('stranger')).toEqual([]);
    expect((await post('stranger', `/${id}`, { name: 'X' })).code).toBe('21');
    expect((await post('stranger', `/${id}/restore`)).code).toBe('00');
    expect(await views('stranger')).toMatchObject([{ id, name: 'Mía' }]);
  });

  it('does not come back over a view that took its name', async () => {
    const id = await save('stranger', 'Doble');
    await post('stranger', `/${id}/delete`);
    await save('stranger', 'doble');
    expect((await post('stranger', `/${id}/restore`)).code).toBe('23');
  });

  it('that was deleted long ago is gone', async () => {
    const id = await save('stranger', 'Vieja');
    await post('stranger', `/${id}/delete`);
    await desk.api.rows(sql`UPDATE saved_view SET deleted_at = NOW(3) - INTERVAL 2 DAY WHERE id = ${id}`);
    expect((await post('stranger', `/${id}/restore`)).code).toBe('21');
    await save('stranger', 'Nueva');
    expect((await post('stranger', `/${id}/restore`)).code).toBe('21');
  });
});

describe('sharing', () => {
  it('is a leader’s, with his own group, and only he changes it', async () => {
    const id = await save('leader', 'Equipo', { shared: true });
    expect(await views('leader')).toMatchObject([{ id, shared: true, own: true }]);
    expect((await views('collector')).find((view) => view.id === id)).toMatchObject({
      own: false, ownerName: 'leader', shared: true,
    }); // prettier-ignore
    for (const person of ['stranger', 'otherLeader', 'admin', 'otherAdmin'] as const)
      expect(await names(person)).not.toContain('Equipo');
    for (const path of [`/${id}`, `/${id}/delete`, `/${id}/restore`])
      expect((await post('collector', path, { name: 'Mío' })).code).toBe('21');
    expect((await post('leader', `/${id}`, { shared: false })).code).toBe('00');
    expect(await names('collector')).not.toContain('Equipo');
  });

  it.each(['collector', 'supervisor', 'admin'] as const)('is refused to a %s', async (person) => {
    const answer = await post(person, '', { name: 'Mío', query: {}, shared: true });
    expect(answer.code).toBe('20');
    expect(await names(person)).not.toContain('Mío');
  });
});

describe('a view is refused', () => {
  it.each<[string, object, string]>([
    ['without a name', { name: ' ', query: {} }, 'name'],
    ['with a name that is too long', { name: 'x'.repeat(61), query: {} }, 'name'],
    ['without a query', { name: 'x' }, 'query'],
    ['with whom somebody looked for', { name: 'x', query: { borrowerName: 'Ana' } }, 'query.borrowerName'],
    ['with a state that is none', { name: 'x', query: { status: 'C99' } }, 'query.status'],
    ['with sixty-one columns', { name: 'x', query: {}, columns: Array.from({ length: 61 }, () => ({ colId: 'a' })) }, 'columns'],
    ['with a column of no name', { name: 'x', query: {}, columns: [{ colId: '' }] }, 'columns.0.colId'],
  ])('%s', async (_, body, field) => {
    const { code, data } = await post('supervisor', '', body);
    expect([code, data.fields.map((error) => error.field)]).toEqual(['22', [field]]);
  }); // prettier-ignore

  it('under a name that its owner has already', async () => {
    await save('supervisor', 'Ésta');
    const again = await post('supervisor', '', { name: 'ésta', query: {} });
    expect([again.code, again.data.fields.map(({ field }) => field)]).toEqual(['23', ['name']]);
    const other = await save('supervisor', 'Aquélla');
    expect((await post('supervisor', `/${other}`, { name: 'Ésta' })).code).toBe('23');
    expect((await post('supervisor', `/${other}`, { name: 'AQUÉLLA' })).code).toBe('00');
  });

  it('beyond the limit, also when many are saved at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_VIEWS + 6 }, (_, index) =>
        post('otherLeader', '', { name: `V${index}`, query: {} }),
      ),
    );
    expect(answers.filter(({ code }) => code === '00').length).toBe(MAX_VIEWS);
    expect(new Set(answers.filter(({ code }) => code !== '00').map(({ code }) => code))).toEqual(
      new Set(['31']),
    );
    expect((await views('otherLeader')).length).toBe(MAX_VIEWS);
    const [first] = await views('otherLeader');
    await post('otherLeader', `/${first!.id}/delete`);
    await save('otherLeader', 'One more');
    expect((await post('otherLeader', `/${first!.id}/restore`)).code).toBe('31');
  });
});
