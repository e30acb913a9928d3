import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BehaviourGroup, BehaviourInfo, BehaviourRow } from '../../../contract/supervision/behaviour.js';
import type { CallGroup, CallRow } from '../../../contract/contact/calls.js';
import type { Page } from '../../../contract/shared/page.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, type DeskPerson } from '../cases/desk.js';
import { AT, behaviours, calls } from './records.js';

const PHONE = '+525512345678';

let own: number;
let loan: string;
const ids = {} as Record<'mine' | 'typed' | 'ofCase' | 'colleague' | 'stranger' | 'far', number>;
const callIds = {} as Record<'talk' | 'live' | 'colleague' | 'stranger' | 'far', number>;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  own = await openCase(desk, 'collector');
  const [row] = await desk.api.rows<{ loan: string }>(sql`
    SELECT loan_no AS loan FROM collection_case WHERE id = ${own}`);
  loan = row!.loan;
  const listed = await behaviours(desk, [
    { who: 'collector', ago: 60 },
    { who: 'collector', type: 'EXPORT', address: '198.51.100.9', ago: 50 },
    { who: 'collector', type: 'VIEW_CASE', caseId: own, ago: 40 },
    { who: 'colleague', ago: 30 },
    { who: 'stranger', ago: 20 },
    { who: 'otherAdmin', ago: 10 },
  ]);
  Object.keys({ mine: 0, typed: 0, ofCase: 0, colleague: 0, stranger: 0, far: 0 }).forEach(
    (name, at) => (ids[name as keyof typeof ids] = listed[at]!),
  );
  const number = desk.api.get(Vault).index(PHONE);
  const made = await calls(desk, [
    { caseId: own, number, ago: 60 },
    { state: 'ANSWERED', ago: 50 },
    { who: 'colleague', number, ago: 40 },
    { who: 'stranger', ago: 30 },
    { who: 'otherAdmin', ago: 20 },
  ]);
  Object.keys({ talk: 0, live: 0, colleague: 0, stranger: 0, far: 0 }).forEach(
    (name, at) => (callIds[name as keyof typeof callIds] = made[at]!),
  );
});

const list = async (who: DeskPerson, query = '') =>
  (await desk.as[who].get<Page<BehaviourRow>>(`user/behavior/list?size=50&${query}`)).data.result.map(
    ({ id }) => id,
  );
const callList = async (who: DeskPerson, query = '') =>
  (await desk.as[who].get<Page<CallRow>>(`softPhone/callRecordList?size=50&${query}`)).data.result.map(
    ({ callId }) => callId,
  );

describe('behaviour records', () => {
  it('are those of the institution or the team, the newest first', async () => {
    expect(await list('supervisor')).toEqual(
      [ids.stranger, ids.colleague, ids.ofCase, ids.typed, ids.mine], // prettier-ignore
    );
    expect(await list('admin')).toEqual(await list('supervisor'));
    expect(await list('leader')).toEqual([ids.colleague, ids.ofCase, ids.typed, ids.mine]);
    expect(await list('otherLeader')).toEqual([ids.stranger]);
    expect(await list('otherAdmin')).toEqual([ids.far]);
    expect((await desk.as.collector.get('user/behavior/list')).code).toBe('20');
  });

  it('are narrowed by person, loan, address, team, kind and day, and by several of them', async () => {
    const { username } = desk.people.collector;
    expect(await list('supervisor', `username=${username}`)).toEqual([ids.ofCase, ids.typed, ids.mine]);
    expect(await list('supervisor', `username=${username}&type=EXPORT`)).toEqual([ids.typed]);
    expect(await list('supervisor', `username=${username}&address=203.0.113.7`)).toEqual([
      ids.ofCase,
      ids.mine,
    ]);
    expect(await list('supervisor', `loanId=${loan}`)).toEqual([ids.ofCase]);
    expect(await list('supervisor', `loanId=${loan}&type=PAGE`)).toEqual([]);
    expect(await list('supervisor', 'address=198.51.100.9')).toEqual([ids.typed]);
    expect(await list('supervisor', 'address=203.0.113.7&type=VIEW_CASE')).toEqual([ids.ofCase]);
    expect(await list('supervisor', `groupId=${desk.org.otherGroupId}`)).toEqual([ids.stranger]);
    expect(await list('leader', `groupId=${desk.org.otherGroupId}`)).toEqual([]);
    expect(await list('supervisor', 'type=EXPORT')).toEqual([ids.typed]);
    expect(await list('supervisor', 'without=PAGE')).toEqual([ids.ofCase, ids.typed]);
    expect(await list('leader', 'without=PAGE&address=203.0.113.7')).toEqual([ids.ofCase]);
    expect(await list('supervisor', `without=PAGE&loanId=${loan}`)).toEqual([ids.ofCase]);
    expect(await list('supervisor', 'dateFrom=2026-11-18&dateTo=2026-11-18')).toHaveLength(5);
    expect(await list('supervisor', 'dateFrom=2026-11-19')).toEqual([]);
    expect((await desk.as.supervisor.get('user/behavior/list?address=here')).code).toBe('22');
  });

  it('of people and loans outside are none', async () => {
    const { username } = desk.people.otherAdmin;
    expect(await list('supervisor', `username=${username}`)).toEqual([]);
    expect(await list('otherAdmin', `loanId=${loan}`)).toEqual([]);
    expect(await list('otherAdmin', 'address=198.51.100.9')).toEqual([]);
  });

  it('go on after a row, whatever came meanwhile', async () => {
    const after = `after=${new Date(AT - 30_000).toISOString()}~${ids.colleague}`;
    expect(await list('supervisor', after)).toEqual([ids.ofCase, ids.typed, ids.mine]);
    expect((await desk.as.supervisor.get('user/behavior/list?after=yesterday')).code).toBe('22');
  });

  it('are opened with what the person did before and after', async () => {
    const { data } = await desk.as.leader.get<BehaviourInfo>(`user/behavior/info/${ids.typed}`);
    expect(data).toMatchObject({ id: ids.typed, type: 'EXPORT', taskId: null, institution: 'NORTE' });
    expect(data.around.map(({ id }) => id)).toEqual([ids.ofCase, ids.typed, ids.mine]);
    for (const who of ['otherLeader', 'otherAdmin'] as const)
      expect((await desk.as[who].get(`user/behavior/info/${ids.typed}`)).code).toBe('21');
  });

  it('are folded by person, case and address', async () => {
    const fold = async (by: string) =>
      (await desk.as.supervisor.get<Page<BehaviourGroup>>(`user/behavior/fold?by=${by}`)).data;
    const byPerson = await fold('person');
    expect(byPerson.result.map(({ label, records }) => [label, records])).toEqual([
      ['stranger', 1],
      ['colleague', 1],
      ['collector', 3], // prettier-ignore
    ]);
    expect(byPerson.totalCount).toBe(3);
    expect(byPerson.result[2]).toMatchObject({ addresses: 2, cases: 1, exports: 1, reveals: 0 });
    const { username } = desk.people.collector;
    expect(byPerson.result[2]).toMatchObject({ username });
    expect((await fold('person&without=PAGE')).result).toMatchObject([{ username, records: 2 }]);
    expect((await fold('case')).result.map(({ label, records }) => [label, records])).toEqual([
      [null, 4],
      [loan, 1], // prettier-ignore
    ]);
    expect((await fold('address')).result.map(({ label, people }) => [label, people])).toEqual([
      ['203.0.113.7', 3],
      ['198.51.100.9', 1], // prettier-ignore
    ]);
  });
});

describe('call records', () => {
  it('are narrowed by person, team, loan, number and whether they run', async () => {
    const { username } = desk.people.collector;
    const { talk, live, colleague, stranger, far } = callIds;
    expect(await callList('supervisor')).toEqual([stranger, colleague, live, talk]);
    expect(await callList('otherAdmin')).toEqual([far]);
    expect(await callList('supervisor', `username=${username}`)).toEqual([live, talk]);
    expect(await callList('supervisor', `groupId=${desk.org.otherGroupId}`)).toEqual([stranger]);
    expect(await callList('leader', `groupId=${desk.org.otherGroupId}`)).toEqual([]);
    expect(await callList('supervisor', `loanId=${loan}`)).toEqual([talk]);
    expect(await callList('supervisor', 'phone=5512345678')).toEqual([colleague, talk]);
    expect(await callList('collector', 'phone=5512345678')).toEqual([talk]);
    expect(await callList('otherAdmin', 'phone=5512345678')).toEqual([]);
    expect(await callList('supervisor', 'live=1')).toEqual([live]);
    expect(await callList('otherAdmin', 'live=1')).toEqual([]);
    const after = `after=${new Date(AT - 40_000).toISOString()}~${colleague}`;
    expect(await callList('supervisor', after)).toEqual([live, talk]);
    expect(await callList('supervisor', `loanId=${loan}&phone=5512345678`)).toEqual([talk]);
    expect(await callList('supervisor', `loanId=${loan}&phone=5587654321`)).toEqual([]);
  });

  it('are folded by person, case and number', async () => {
    const fold = async (by: string, who: DeskPerson = 'supervisor', rest = '') =>
      (await desk.as[who].get<Page<CallGroup>>(`softPhone/callRecordFold?by=${by}${rest}`)).data;
    const byPerson = await fold('person');
    expect(byPerson.result.map(({ label, records, answered }) => [label, records, answered])).toEqual([
      ['stranger', 1, 1],
      ['colleague', 1, 1],
      ['collector', 2, 2], // prettier-ignore
    ]);
    expect(byPerson.totalCount).toBe(3);
    expect(byPerson.result[2]).toMatchObject({
      ...{ key: String(desk.people.collector.id), cases: 1, numbers: 1, talk: 60 },
      lastAt: new Date(AT - 50_000).toISOString(),
    });
    const byCase = await fold('case');
    expect(byCase.result.map(({ label, taskId, records }) => [label, taskId, records])).toEqual([
      [null, null, 3],
      [loan, own, 1], // prettier-ignore
    ]);
    const byNumber = (await fold('number')).result;
    expect(byNumber.map(({ label, records, people }) => [label, records, people])).toEqual([
      [null, 2, 2],
      ['+52 55 •••• 0001', 2, 2], // prettier-ignore
    ]);
    const key = byNumber[1]!.key;
    expect(await callList('supervisor', `number=${key}`)).toEqual([callIds.colleague, callIds.talk]);
    expect(await callList('supervisor', `number=${key}&phone=5512345678`)).toHaveLength(2);
    expect(await callList('supervisor', `number=${key}&phone=5587654321`)).toEqual([]);
    expect(await callList('otherAdmin', `number=${key}`)).toEqual([]);
    expect((await desk.as.supervisor.get('softPhone/callRecordList?number=12')).code).toBe('22');
    expect((await fold('number', 'supervisor', '&phone=5512345678')).totalCount).toBe(1);
    expect((await fold('person', 'leader')).result.map(({ label }) => label)).toEqual([
      'colleague',
      'collector',
    ]);
    expect((await fold('person', 'otherAdmin')).totalCount).toBe(1);
    expect((await desk.as.collector.get('softPhone/callRecordFold?by=person')).code).toBe('20');
    expect((await desk.as.supervisor.get('softPhone/callRecordFold?by=address')).code).toBe('22');
  });

  it('of a case that has left the team are folded without it and without its number', async () => {
    const database = desk.api.get(Database);
    await database.run(sql`UPDATE collection_case SET group_id = ${desk.org.otherGroupId} WHERE id = ${own}`);
    const fold = async (by: string) =>
      (await desk.as.leader.get<Page<CallGroup>>(`softPhone/callRecordFold?by=${by}`)).data.result;
    expect((await fold('case')).map(({ label, records }) => [label, records])).toEqual([[null, 3]]);
    expect((await fold('number')).map(({ label, records }) => [label, records])).toEqual([
      ['+52 55 •••• 0001', 1],
      [null, 2], // prettier-ignore
    ]);
    await database.run(sql`UPDATE collection_case SET group_id = ${desk.org.groupId} WHERE id = ${own}`);
  });
});
