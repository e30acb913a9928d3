import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DraftAnswer, StoredDraft } from '../../../contract/preferences.js';
import { sql } from '../../../server/platform/db/sql.js';
import { foundInTables } from '../../support/plain-data.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, type DeskPerson } from '../cases/desk.js';

let caseId: number;
let foreignId: number;
const { desk } = useDesk(createDesk);
beforeAll(async () => {
  caseId = await openCase(desk, 'collector');
  foreignId = await openCase(desk, 'stranger');
});

const NOTE = 'paga el viernes draftmarker';
const draft = (more: object = {}) => ({
  callStatus: 'CONNECTED',
  callResult: 'WTP',
  collectionResult: 'CR50',
  contactId: null,
  contactType: 'CALL',
  promiseAmount: null,
  promiseDate: null,
  nextFollowUpAt: '2026-11-21T22:00:00.000Z',
  notes: NOTE,
  script: [],
  requestId: 'request-of-a-draft',
  ...more,
});
const read = async (person: DeskPerson, id = caseId) =>
  desk.as[person].get<StoredDraft | null>(`preferences/drafts/${id}`);
const save = (person: DeskPerson, version: number, more: object = {}, id = caseId) =>
  desk.as[person].post<DraftAnswer & { fields: { field: string }[] }>(`preferences/drafts/${id}`, {
    version, draft: draft(more),
  }); // prettier-ignore
const drop = (person: DeskPerson, id = caseId) => desk.as[person].post(`preferences/drafts/${id}/delete`);

describe('a draft', () => {
  it('is its writer’s alone, on every browser', async () => {
    expect((await read('collector')).data).toBeNull();
    expect((await save('collector', 1)).data).toEqual({ version: 1, newer: null });
    expect((await read('collector')).data).toEqual({ version: 1, draft: draft() });
    expect((await read('leader')).data).toBeNull();
    expect((await read('admin')).data).toBeNull();
  });

  it('is sealed at rest', async () => {
    expect(await foundInTables(desk.api, ['draftmarker'])).toEqual({});
  });

  it('gives way to a higher version only', async () => {
    expect((await save('collector', 5, { notes: 'five' })).data).toEqual({ version: 5, newer: null });
    expect((await save('collector', 4, { notes: 'four' })).data).toEqual({
      version: 5, newer: draft({ notes: 'five' }),
    }); // prettier-ignore
    expect((await save('collector', 5, { notes: 'other five' })).data.newer).toEqual(
      draft({ notes: 'five' }),
    );
    expect((await save('collector', 6, { notes: 'six' })).data.newer).toBeNull();
    expect((await read('collector')).data).toEqual({ version: 6, draft: draft({ notes: 'six' }) });
  });

  it('is the highest of those that came at once', async () => {
    const id = await openCase(desk, 'collector');
    await Promise.all(
      [3, 9, 1, 7, 5].map((version) => save('collector', version, { notes: `${version}` }, id)),
    );
    expect((await read('collector', id)).data).toEqual({ version: 9, draft: draft({ notes: '9' }) });
  });

  it('is gone when it is saved or thrown away', async () => {
    expect((await drop('collector')).code).toBe('00');
    expect((await drop('collector')).code).toBe('00');
    expect((await read('collector')).data).toBeNull();
    expect((await save('collector', 1)).data.newer).toBeNull();
  });

  it('is out of reach with the case', async () => {
    const id = await openCase(desk, 'collector');
    await save('collector', 1, {}, id);
    await desk.api.rows(
      sql`UPDATE collection_case SET owner_id = ${desk.people.colleague.id} WHERE id = ${id}`,
    );
    expect((await read('collector', id)).code).toBe('21');
    expect((await read('colleague', id)).data).toBeNull();
  });

  it('that an older release wrote is none', async () => {
    const id = await openCase(desk, 'collector');
    await save('collector', 3, {}, id);
    const { Vault } = await import('../../../server/platform/crypto/vault.js');
    const odd = desk.api.get(Vault).seal('{"notes":5}');
    await desk.api.rows(sql`UPDATE case_draft SET draft_enc = ${odd} WHERE case_id = ${id}`);
    expect((await read('collector', id)).data).toBeNull();
    expect((await save('collector', 4, {}, id)).data.newer).toBeNull();
  });
});

describe('a draft is refused', () => {
  it.each<[DeskPerson, string]>([
    ['collector', '21'],
    ['leader', '21'],
    ['otherAdmin', '21'],
    ['supervisor', '20'],
  ])('to a %s on a case of others with %s', async (person, code) => {
    expect((await read(person, foreignId)).code).toBe(code);
    expect((await save(person, 1, {}, foreignId)).code).toBe(code);
    expect((await drop(person, foreignId)).code).toBe(code);
    expect(await desk.api.rows(sql`SELECT 1 FROM case_draft WHERE case_id = ${foreignId}`)).toEqual([]);
  });

  it.each<[object, string]>([
    [{ notes: 'x'.repeat(1_001) }, 'draft.notes'],
    [{ callStatus: 'MAYBE' }, 'draft.callStatus'],
    [{ promiseAmount: '9'.repeat(21) }, 'draft.promiseAmount'],
    [{ promiseDate: 'tomorrow' }, 'draft.promiseDate'],
    [{ requestId: 'short' }, 'draft.requestId'],
  ])('with %j', async (more, field) => {
    const { code, data } = await save('collector', 50, more);
    expect([code, [...new Set(data.fields.map((error) => error.field))]]).toEqual(['22', [field]]);
  });

  it('without a version', async () => {
    const { code, data } = await save('collector', 0);
    expect([code, data.fields[0]!.field]).toEqual(['22', 'version']);
  });

  it('takes a whole note of four-byte letters', async () => {
    expect((await save('collector', 60, { notes: '😀'.repeat(500) })).code).toBe('00');
    expect((await read('collector')).data!.draft.notes).toBe('😀'.repeat(500));
  });
});
