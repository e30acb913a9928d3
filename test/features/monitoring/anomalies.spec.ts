import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_ANOMALY_RULES,
  type AnomalyPage,
  type AnomalyRules,
} from '../../../contract/supervision/anomalies.js';
import { isNight } from '../../../server/domain/anomalies/anomaly.rules.js';
import { AnomaliesService } from '../../../server/features/monitoring/anomalies/anomalies.service.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { requestId, type DeskPerson } from '../cases/desk.js';
import { createCallDesk, newCall, NOON } from '../calls/desk.js';
import { AT, behaviours, calls } from './records.js';

const NONE: AnomalyRules = {
  ...DEFAULT_ANOMALY_RULES,
  ...{ reveals: 0, exports: 0, newAddress: false, newDevice: false, night: false },
  ...{ shortCalls: 0, sharedPeople: 0, refused: 0 },
};

let version = 0;
const { desk } = useDesk(createCallDesk, { clock: NOON });
beforeEach(async () => {
  await desk.api.rows(sql`DELETE FROM anomaly`);
  await desk.api.rows(sql`DELETE FROM anomaly_cap`);
});

async function rules(change: Partial<AnomalyRules>): Promise<void> {
  const answer = await desk.as.admin.post<{ version: number }>('monitor/rules', {
    ...NONE,
    ...change,
    version,
  });
  expect(answer.code).toBe('00');
  version = answer.data.version;
}
const judge = (who: DeskPerson) => desk.api.get(AnomaliesService).judge(desk.people[who].id);
const found = async (query = '', who: DeskPerson = 'supervisor') =>
  (await desk.as[who].get<AnomalyPage>(`user/behavior/anomalies?${query}`)).data;

async function reveal(who: DeskPerson, times: number): Promise<void> {
  for (const id of await desk.api.get(Ids).takeMany(times))
    await desk.api.rows(sql`
      INSERT INTO phone_reveal (id, user_id, case_id, purpose, at)
      VALUES (${id}, ${desk.people[who].id}, 1, 'CALL', ${new Date(AT - 60_000)})`);
}

/** One anomaly of the collector's, of numbers shown. */
async function opened(): Promise<{ id: number; version: number }> {
  await rules({ reveals: 1 });
  await reveal('collector', 1);
  await judge('collector');
  const { result } = await found('rule=revealBurst');
  return result.find(({ name }) => name === 'collector')!;
}

describe('a rule', () => {
  it('finds a burst of numbers shown, once, and says what it is compared to', async () => {
    await rules({ reveals: 3, revealMinutes: 10 });
    await reveal('colleague', 2);
    await judge('colleague');
    expect((await found()).totalCount).toBe(0);
    await reveal('colleague', 1);
    await judge('colleague');
    await judge('colleague');
    const { result } = await found();
    expect(result).toHaveLength(1);
    expect(result[0]).toMatchObject({
      ...{ rule: 'revealBurst', name: 'colleague', measured: 3, limit: 3, minutes: 10, ruleVersion: version },
      ...{ status: 'OPEN', own: false },
    });
    await reveal('colleague', 2);
    await judge('colleague');
    expect((await found()).result).toMatchObject([{ measured: 5 }]);
  });

  it('finds exports of a day', async () => {
    await rules({ exports: 2 });
    await desk.api.rows(sql`
      INSERT INTO export_day (user_id, day, files, row_count) VALUES (${desk.people.leader.id}, '2026-11-18', 2, 10)`);
    await judge('leader');
    expect((await found()).result).toMatchObject([{ rule: 'exports', measured: 2, limit: 2, minutes: null }]);
  });

  it('finds an address where the person never was, but not the first one of all', async () => {
    await rules({ newAddress: true });
    const [first] = await behaviours(desk, [{ who: 'stranger', ago: 90, address: '203.0.113.1' }]);
    await desk.api.rows(sql`UPDATE behaviour_record SET is_new = 1 WHERE id = ${first}`);
    await judge('stranger');
    expect((await found()).totalCount).toBe(0);
    const [second] = await behaviours(desk, [{ who: 'stranger', ago: 30, address: '198.51.100.77' }]);
    await desk.api.rows(sql`UPDATE behaviour_record SET is_new = 1 WHERE id = ${second}`);
    await judge('stranger');
    expect((await found()).result).toMatchObject([{ rule: 'newAddress', about: '198.51.100.77', limit: 1 }]);
  });

  it('finds a device that the person never signed in by', async () => {
    await rules({ newDevice: true });
    const { id: userId, username } = desk.people.colleague;
    for (const [veins, ago] of [
      ['device-one', 9_000],
      ['device-two', 60],
    ] as const)
      // prettier-ignore
      await desk.api.rows(sql`
        INSERT INTO login_audit (id, user_id, username, result, address, veins, at)
        VALUES (${await desk.api.get(Ids).take()}, ${userId}, ${username}, 'SUCCESS', '203.0.113.7', ${veins},
          ${new Date(AT - ago * 1_000)})`);
    await judge('colleague');
    const { result } = await found();
    expect(result).toMatchObject([{ rule: 'newDevice', limit: 1, about: null }]);
    expect(JSON.stringify(result)).not.toContain('device-two');
  });

  it('judges nothing that only a browser has reported', async () => {
    await rules({ newAddress: true, night: true, nightFrom: 8, nightTo: 20 });
    await behaviours(desk, [
      { who: 'admin', ago: 90, address: '203.0.113.1', source: 'CLIENT' },
      { who: 'admin', ago: 30, address: '198.51.100.78', source: 'CLIENT' },
    ]);
    await desk.api.rows(sql`UPDATE behaviour_record SET is_new = 1 WHERE user_id = ${desk.people.admin.id}`);
    await judge('admin');
    expect((await found()).totalCount).toBe(0);
    // Nor does a report make an address one that the person was seen at.
    const [first] = await behaviours(desk, [{ who: 'admin', ago: 20, address: '198.51.100.79' }]);
    await desk.api.rows(sql`UPDATE behaviour_record SET is_new = 1 WHERE id = ${first}`);
    await judge('admin');
    expect((await found()).result.map(({ rule }) => rule)).toEqual(['nightWork']);
  });

  it('finds work at night, by the hours of the institution', async () => {
    await behaviours(desk, [{ who: 'otherLeader' }]);
    await rules({ night: true, nightFrom: 22, nightTo: 7 });
    await judge('otherLeader');
    expect((await found()).totalCount).toBe(0);
    await rules({ night: true, nightFrom: 12, nightTo: 13 });
    await judge('otherLeader');
    expect((await found()).result).toMatchObject([{ rule: 'nightWork', name: 'otherLeader' }]);
    const night = { ...NONE, nightFrom: 22, nightTo: 7 };
    expect([21, 22, 23, 0, 6, 7].map((hour) => isNight(hour, night))).toEqual(
      [false, true, true, true, true, false], // prettier-ignore
    );
  });

  it('finds many short calls, and one number called by several people', async () => {
    const number = desk.api.get(Vault).index('+525587654321');
    await calls(desk, [
      { who: 'collector', ago: 300, talk: 2, number },
      { who: 'collector', ago: 200, talk: 3 },
      { who: 'collector', ago: 100, talk: 90 },
      { who: 'colleague', ago: 90, talk: 60, number },
    ]);
    await rules({ shortCalls: 2, shortSeconds: 5, shortMinutes: 30 });
    await judge('collector');
    expect((await found()).result).toMatchObject([{ rule: 'shortCalls', measured: 2, limit: 2 }]);
    await rules({ sharedPeople: 2, sharedHours: 24 });
    await judge('colleague');
    const [shared] = (await found('rule=sharedNumber')).result;
    expect(shared).toMatchObject({ measured: 2, limit: 2, about: '+52 55 •••• 0001', name: 'colleague' });
  });

  it('finds a refused contact that is tried again, and not two that are refused once', async () => {
    await rules({ refused: 2, refusedMinutes: 60 });
    const held = async () => {
      const call = await newCall(desk);
      const hold = { taskId: call.taskId, kind: 'LEGAL', note: 'Letter of his lawyer' };
      expect((await desk.as.leader.post('contact/hold', hold)).code).toBe('00');
      return call;
    };
    const tried = async (call: { taskId: number; contactId: number }) => {
      const body = { ...call, clientRequestId: requestId() };
      expect((await desk.as.collector.post('softPhone/makeCall', body)).code).toBe('30');
      await judge('collector');
      return (await found('rule=refusedRetry')).result;
    };
    const [once, again] = [await held(), await held()];
    expect(await tried(once)).toEqual([]);
    expect(await tried(again)).toEqual([]);
    expect(await tried(again)).toMatchObject([
      { taskId: again.taskId, name: 'collector', measured: 2, limit: 2 },
    ]);
  });

  it('that matches everything is capped, and says so', async () => {
    await rules({ night: true, nightFrom: 0, nightTo: 23, perDay: 2 });
    const people = ['collector', 'colleague', 'stranger', 'leader', 'otherLeader'] as const;
    await behaviours(
      desk,
      people.map((who) => ({ who, ago: 20 })),
    );
    // A person who goes on is judged again, and their held-back findings are still one.
    for (const who of [...people, ...people]) await judge(who);
    const { result, capped } = await found();
    expect(result).toHaveLength(2);
    expect(capped).toEqual([{ rule: 'nightWork', heldBack: 3 }]);
    expect((await found('', 'otherAdmin')).capped).toEqual([]);
  });
});

describe('an anomaly', () => {
  it('is acknowledged with a note, once, and by nobody whom it concerns', async () => {
    const { id, version: seen } = await opened();
    const body = { id, version: seen, act: 'acknowledge', note: 'Asked for by the lender' };
    expect((await desk.as.leader.post('user/behavior/anomaly/handle', body)).code).toBe('20');
    expect((await desk.as.otherAdmin.post('user/behavior/anomaly/handle', body)).code).toBe('21');
    const stale = await desk.as.supervisor.post('user/behavior/anomaly/handle', {
      ...body,
      version: seen + 7,
    });
    expect(stale.code).toBe('23');
    expect((await desk.as.supervisor.post('user/behavior/anomaly/handle', body)).code).toBe('00');
    expect((await found('status=ACKNOWLEDGED')).result).toMatchObject([
      { id, note: body.note, handler: 'supervisor' },
    ]);
    const again = { ...body, version: seen + 1 };
    expect((await desk.as.admin.post('user/behavior/anomaly/handle', again)).code).toBe('23');

    await desk.api.rows(sql`
      UPDATE anomaly SET user_id = ${desk.people.supervisor.id}, status = 'OPEN', version = version + 1 WHERE id = ${id}`);
    const [own] = (await found()).result;
    expect(own).toMatchObject({ id, own: true });
    const { supervisor, admin } = desk.people;
    const concerned = { id, version: own!.version };
    for (const said of [
      { act: 'acknowledge', note: 'Nothing' },
      { act: 'assign', assigneeId: admin.id },
      { act: 'announce', note: 'Nothing', amount: 50_000 },
    ])
      expect(
        (await desk.as.supervisor.post('user/behavior/anomaly/handle', { ...concerned, ...said })).code,
      ).toBe('20');
    const toOwn = { ...concerned, act: 'assign', assigneeId: supervisor.id };
    expect((await desk.as.admin.post('user/behavior/anomaly/handle', toOwn)).code).toBe('22');
  });

  it('is given to somebody who may handle it', async () => {
    const { id, version: seen } = await opened();
    const to = (assigneeId: number, of = seen) =>
      desk.as.supervisor.post('user/behavior/anomaly/handle', { id, version: of, act: 'assign', assigneeId });
    for (const who of ['collector', 'colleague', 'otherAdmin'] as const)
      expect((await to(desk.people[who].id)).code).toBe('22');
    expect((await to(desk.people.admin.id)).code).toBe('00');
    expect((await found('mine=1', 'admin')).result).toMatchObject([{ id, assignee: 'admin' }]);
    expect((await found('mine=1')).result).toEqual([]);
  });

  it('becomes a violation that the institution is told of', async () => {
    const { id, version: seen } = await opened();
    const body = {
      ...{ id, version: seen, act: 'announce', note: 'Showed numbers without a reason', amount: 50_000 },
      clientRequestId: requestId(),
    };
    const answers = [
      await desk.as.supervisor.post('user/behavior/anomaly/handle', body),
      await desk.as.supervisor.post('user/behavior/anomaly/handle', body),
    ];
    expect(answers.map(({ code }) => code)).toEqual(['00', '00']);
    const { data } = await desk.as.colleague.post<{ result: { msgId: number; irregularities: string }[] }>(
      'msg/queryMsg',
      {},
    );
    const withNote = data.result.filter(({ irregularities }) => irregularities === body.note);
    expect(withNote).toHaveLength(1);
    expect((await desk.as.supervisor.get(`msg/violation?msgId=${withNote[0]!.msgId}`)).data).toMatchObject({
      ...{ source: 'ANOMALY', sourceId: id },
    });
  });

  it('exists for who supervises the person', async () => {
    const { id } = await opened();
    const ids = async (who: DeskPerson) => (await found('', who)).result.map((row) => row.id);
    expect(await ids('leader')).toEqual([id]);
    expect(await ids('otherLeader')).toEqual([]);
    expect(await ids('otherAdmin')).toEqual([]);
    expect((await desk.as.collector.get('user/behavior/anomalies')).code).toBe('20');
  });
});
