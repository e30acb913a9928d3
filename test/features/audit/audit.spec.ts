import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRow } from '../../../contract/administration/audit.js';
import { AUDITED_NAMES } from '../../../contract/events/audit-events.js';
import { EVENTS } from '../../../contract/events/events.js';
import { SETTINGS_EVENTS } from '../../../contract/events/settings-events.js';
import type { Page } from '../../../contract/shared/page.js';
import { auditedBy, idsOf, logOf } from '../../../server/domain/audit/audit.sql.js';
import type { Actor } from '../../../server/platform/auth/actor.js';
import { insertNew, lockOne } from '../../../server/platform/db/changes.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Queue } from '../../../server/domain/queues/queue.entity.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { planOf } from '../../support/plan.js';
import { useDesk } from '../../support/site.js';
import { rightsChanged } from '../../support/tree.js';
import { createDesk, openCase } from '../cases/desk.js';

let admin: Client;
let supervisor: Client;
let otherAdmin: Client;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  ({ admin, supervisor, otherAdmin } = desk.as);
});

const audit = async (query = '', who = admin) =>
  (await who.get<Page<AuditRow>>(`audit/list?${query}`)).data.result;
const queueForm = (more: object) => ({
  institutionId: desk.org.institutionId, code: 'LATE', name: 'Late', type: 'MANUAL', longAgingDpd: 31,
  plannedCases: null, perCapitaMin: 0, perCapitaMax: 60, seatsMin: 0, seatsMax: null, firstActionDays: 2,
  reminderTemplateId: null, ...more,
}); // prettier-ignore
async function newQueue(code: string): Promise<number> {
  const made = await admin.post<{ id: number }>(
    'management/queue/createOrUpdate',
    queueForm({ code, name: code }),
  );
  return made.data.id;
}

describe('the configuration', () => {
  it('has every change in its audit: who, what, and how it differs from before', async () => {
    const id = await newQueue('DIFF');
    await admin.post('management/queue/createOrUpdate', {
      ...queueForm({ code: 'DIFF', name: 'DIFF', perCapitaMax: 80 }),
      id,
    });
    const [changed, created] = await audit(`kind=queue&subjectId=${id}`);
    expect(changed).toMatchObject({
      ...{ name: 'queue.changed', actorId: admin.person.id, actor: 'admin', subject: 'DIFF', subjectId: id },
      changes: { perCapitaMax: { before: 60, after: 80 } },
      mayPutBack: true,
    });
    expect(created!.changes).toMatchObject({
      code: { before: null, after: 'DIFF' },
      perCapitaMax: { before: null, after: 60 },
    });
    expect(created!.changes).not.toHaveProperty('seatsMax');
    expect(created!.mayPutBack).toBe(false);
    const { institutionId } = desk.org;
    const [house] = await desk.api.rows<{ name: string }>(sql`
      SELECT name FROM institution WHERE id = ${institutionId}`);
    expect(created!.names).toEqual({ [`institutionId ${institutionId}`]: house!.name });
  });

  it('says from where its actor had signed in, to who sees the person', async () => {
    const signedInAt = new Date(Date.now() - 60_000);
    const signIn = async (result: string, address: string, at: Date) =>
      desk.api.rows(sql`
        INSERT INTO login_audit (id, user_id, username, result, address, at)
        VALUES (${await desk.api.get(Ids).take()}, ${admin.person.id}, 'admin', ${result}, ${address}, ${at})`);
    await signIn('SUCCESS', '10.9.8.7', new Date(signedInAt.getTime() - 60_000));
    await signIn('SUCCESS', '10.1.2.3', signedInAt);
    await signIn('WRONG_PASSWORD', '10.6.6.6', new Date());
    const id = await newQueue('FROM');
    const [seen] = await audit(`kind=queue&subjectId=${id}`);
    expect(seen!.signIn).toEqual({ at: signedInAt.toISOString(), address: '10.1.2.3' });
    const second = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin'));
    const move = (to: number) =>
      desk.api.rows(sql`
        UPDATE user SET institution_id = ${to}, version = version + 1 WHERE id = ${admin.person.id}`);
    await move(desk.org.otherInstitutionId);
    const [moved] = await audit(`kind=queue&subjectId=${id}`, second);
    await move(desk.org.institutionId);
    expect(moved).toMatchObject({ actor: 'admin', signIn: null });
  });

  it('keeps secrets and names out of every difference', async () => {
    const person = { username: 'ximena.secret', name: 'Ximena Secreta' };
    const made = await admin.post<{ id: number }>('manage/user/createOrUpdate', {
      ...person, role: 'supervisor', institutionId: desk.org.institutionId, groupId: null, queueId: null,
      ranked: false, longAging: false, ptpRole: false, autoDial: false, showAnnouncement: true, channels: [],
      liveness: 'NONE', products: [], loanTypes: [], appSystems: [], affiliatedSystem: null, autoReborrow: false,
      tenureFrom: null,
    }); // prettier-ignore
    expect(made.code).toBe('00');
    const { id } = made.data;
    expect((await admin.post('manage/user/bindIdCard', { id, idCard: 'SECR900101' })).code).toBe('00');
    const rows = await audit(`kind=user&subjectId=${id}`);
    expect(rows.map(({ changes }) => changes)).toEqual([
      { idCardHash: 'secret' },
      expect.objectContaining({ username: 'secret', name: 'secret', passwordHash: 'secret' }),
    ]);
    expect(rows.every(({ mayPutBack }) => !mayPutBack)).toBe(true);
    const payloads = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE subject_type = 'user' AND subject_id = ${id}`);
    expect(JSON.stringify(payloads)).not.toMatch(/Ximena|ximena|SECR900101|argon2/);
  });

  it('is told by events that name the institution, and a change by its difference', () => {
    for (const name of AUDITED_NAMES) expect(Object.keys(EVENTS[name].shape)).toContain('institutionId');
    const silent = Object.entries(SETTINGS_EVENTS)
      .filter(([name, { shape }]) => /[.](changed|created)$/.test(name) && !('changes' in shape))
      .map(([name]) => name);
    expect(silent).toEqual([]);
  });

  it('is written with the event or not at all, and stands in no entry of what happens to cases', async () => {
    const uow = desk.api.get(UnitOfWork);
    const id = await desk.api.get(Ids).take();
    const values = { id, institutionId: desk.org.institutionId, code: 'GONE', name: 'Gone' };
    const failing = uow.transact(SYSTEM, async (tx) => {
      const changes = await insertNew(tx, Queue, values);
      tx.emit('queue.created', { queueId: id, institutionId: values.institutionId, changes });
      await lockOne(tx, Queue, 'q', sql`q.id = ${id}`);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await audit(`kind=queue&subjectId=${id}`)).toEqual([]);
    const entries = await desk.api.rows(sql`
      SELECT a.event_id FROM audit_entry a JOIN domain_event e ON e.id = a.event_id WHERE e.case_id IS NOT NULL`);
    expect(entries).toEqual([]);
  });
});

describe('who sees the audit', () => {
  it('sees that of the own institution and below, and nobody another', async () => {
    const id = await newQueue('SEEN');
    expect(await audit(`kind=queue&subjectId=${id}`, supervisor)).toHaveLength(1);
    expect(await audit(`kind=queue&subjectId=${id}`, otherAdmin)).toEqual([]);
    const child = await desk.api.get(Ids).take();
    const { institutionId } = desk.org;
    await desk.api.get(Database).run(sql`
      INSERT INTO institution (id, code, name, parent_id, path)
      VALUES (${child}, 'BELOW', 'Below', ${institutionId}, ${`/${institutionId}/${child}/`})`);
    await rightsChanged(desk.api);
    const below = await signedIn(
      desk.api,
      await createUser(desk.api, desk.org, 'admin', { institutionId: child }),
    );
    expect(await audit(`kind=queue&subjectId=${id}`, below)).toEqual([]);
    const change = { ...queueForm({ code: 'CHILD' }), institutionId: child };
    const made = await below.post<{ id: number }>('management/queue/createOrUpdate', change);
    const head = await signedIn(desk.api, await createUser(desk.api, desk.org, 'supervisor'));
    expect(await audit(`kind=queue&subjectId=${made.data.id}`, head)).toHaveLength(1);
  });

  it('is a supervisor or an administrator', async () => {
    for (const who of ['collector', 'leader'] as const) {
      expect((await desk.as[who].get('audit/list')).code).toBe('20');
      expect((await desk.as[who].get('audit/export')).code).toBe('20');
      expect((await desk.as[who].post('audit/putBack', { id: 1 })).code).toBe('20');
    }
  });
});

describe('the event log', () => {
  it('is searched by person, case, borrower and time', async () => {
    const taskId = await openCase(desk, 'collector');
    const [{ borrowerId }] = (await desk.api.rows(sql`
      SELECT borrower_id AS borrowerId FROM collection_case WHERE id = ${taskId}`)) as [
      { borrowerId: number },
    ];
    expect((await admin.post('management/task/unbindAgent', { taskIds: [taskId] })).code).toBe('00');
    const namesOf = async (query: string, who = admin) =>
      (await audit(`view=log&${query}`, who)).map(({ name }) => name);
    expect(await namesOf(`taskId=${taskId}`)).toEqual(['case.released', 'case.opened']);
    expect(await namesOf(`borrowerId=${borrowerId}`)).toEqual(['case.released', 'case.opened']);
    expect(await namesOf(`taskId=${taskId}&userId=${admin.person.id}`)).toEqual(['case.released']);
    expect((await namesOf(`userId=${admin.person.id}`))[0]).toBe('case.released');
    const queues = await namesOf(`userId=${admin.person.id}&kind=queue`);
    expect(new Set(queues)).toEqual(new Set(['queue.created', 'queue.changed']));
    expect(await namesOf(`taskId=${taskId}&to=2020-01-01`)).toEqual([]);
    expect(await namesOf(`taskId=${taskId}&from=2020-01-01`)).toHaveLength(2);
    for (const query of [`taskId=${taskId}`, `borrowerId=${borrowerId}`, `userId=${admin.person.id}`])
      expect((await otherAdmin.get(`audit/list?view=log&${query}`)).code).toBe('21');
  });

  it('is not leafed through without one of them', async () => {
    expect((await admin.get('audit/list?view=log')).code).toBe('22');
    expect((await admin.get('audit/list?view=log&from=2026-01-01')).code).toBe('22');
  });

  it('says nothing of a borrower but ids', async () => {
    const taskId = await openCase(desk, 'collector');
    const [borrower] = await desk.api.rows<{ name: string }>(sql`
      SELECT borrower_name AS name FROM collection_case WHERE id = ${taskId}`);
    const answer = JSON.stringify(await audit(`view=log&taskId=${taskId}`));
    expect(answer).not.toContain(borrower!.name);
    expect(answer).not.toMatch(/\+52\d{10}/);
  });
});

describe('a file of the audit', () => {
  it('has what was asked for, and says who took it', async () => {
    const id = await newQueue('FILE');
    const file = await admin.agent.get(`/api/audit/export?kind=queue&subjectId=${id}`);
    expect(file.headers['content-type']).toContain('text/csv');
    const [line] = parse(file.text, { columns: true, bom: true }) as Record<string, string>[];
    expect(line).toMatchObject({ Change: 'queue.created', Who: 'admin', About: 'queue FILE' });
    expect(line!['Difference']).toContain('perCapitaMax: null → 60');
    const [taken] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'list.exported' AND actor_id = ${admin.person.id}
      ORDER BY id DESC LIMIT 1`);
    expect(JSON.parse(taken!.payload)).toMatchObject({ list: 'audit', rows: 1, filter: { kind: 'queue' } });
  });
});

describe('a page', () => {
  const actor = (institutionIds: number[], everywhere = false) =>
    ({ institutionId: 1, institutionIds, everywhere }) as unknown as Actor;
  it.each([
    ['all', auditedBy(actor([1, 2], true), {}), 'audit_entry_recorded'],
    ['of some institutions', auditedBy(actor([1, 2]), {}), 'audit_entry_recorded'],
    ['of one institution', auditedBy(actor([1]), {}), 'audit_entry_institution'],
    ['of a kind', auditedBy(actor([1, 2], true), { kind: 'queue' }), 'audit_entry_kind'],
    ['of a queue', auditedBy(actor([1]), { kind: 'queue', subjectId: 1 }), 'audit_entry_subject'],
    ['by a person', auditedBy(actor([1]), { userId: 1 }), 'audit_entry_actor'],
    ['of what a person did', logOf(actor([1], true), { userId: 1 }, null), 'domain_event_actor'],
    ['of what a person did here', logOf(actor([1]), { userId: 1 }, null), 'domain_event_actor'],
    ['of cases', logOf(actor([1]), {}, [1, 2]), 'domain_event_case'],
  ] as const)('%s is found by its index, in its order', async (_, found, key) => {
    const [step] = await planOf(desk.api, idsOf(found, sql`LIMIT 20`));
    expect(step!.key).toBe(key);
    // A case has some hundreds: they are sorted.
    if (key !== 'domain_event_case') expect(step!.Extra).not.toContain('filesort');
  });
});
