import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkVersion, lockOne, saveChanges } from '../../server/platform/db/changes.js';
import { Database } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { RoleGrant } from '../../server/domain/grants/role-grant.entity.js';
import { User } from '../../server/domain/users/user.entity.js';
import { DataSource } from 'typeorm';
import { UnitOfWork, type Tx } from '../../server/platform/db/unit-of-work.js';
import { SYSTEM } from '../../server/platform/auth/actor.js';
import { subjectOf } from '../../contract/events/event-subjects.js';
import { EVENTS, type EventName } from '../../contract/events/events.js';
import { createOrg, createUser, type Person } from '../support/org.js';
import { useServer } from '../support/site.js';

const { api } = useServer();

const disabled = (userId: number) => ({ userId, institutionId: 1, changes: {} });
const run = <Result>(work: (tx: Tx) => Promise<Result>) => api.get(UnitOfWork).transact(SYSTEM, work);
const menuOf = (role: string) =>
  api.rows<{ keys: string }>(sql`
  SELECT menu AS \`keys\` FROM role_grant WHERE institution_id = 1 AND role = ${role}`);
const count = async (userId: number) =>
  (
    await api.rows<{ events: number; waiting: number }>(sql`
      SELECT COUNT(*) AS events, COUNT(o.event_id) AS waiting
      FROM domain_event e LEFT JOIN outbox o ON o.event_id = e.id WHERE e.subject_id = ${userId}`)
  )[0];

describe('the unit of work', () => {
  it('commits state, event and outbox together', async () => {
    await api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.write(
        sql`INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, 'one', '', '')`,
      );
      tx.emit('user.disabled', disabled(1));
    });
    expect(await count(1)).toEqual({ events: 1, waiting: 1 });
    expect(
      await api.rows(sql`SELECT role FROM role_grant WHERE institution_id = 1 AND role = 'one'`),
    ).toHaveLength(1);
  });

  it('leaves nothing when the work fails, wherever it fails', async () => {
    const work = api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.write(
        sql`INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, 'two', '', '')`,
      );
      tx.emit('user.disabled', disabled(2));
      await tx.read(sql`SELECT 1`);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    const refused = api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.emit('user.disabled', disabled(2));
      tx.write(
        sql`INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, 'one', '', 'again')`,
      );
    });
    await expect(refused).rejects.toMatchObject({ code: 'ER_DUP_ENTRY' });
    expect(await count(2)).toEqual({ events: 0, waiting: 0 });
  });

  it('runs the work again after a deadlock, so that both sides take effect once', async () => {
    const uow = api.get(UnitOfWork);
    await uow.transact(SYSTEM, async (tx) => {
      tx.write(
        sql`INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, 'a', '', ''), (1, 'b', '', '')`,
      );
    });
    const both = (first: string, second: string) =>
      uow.transact(SYSTEM, async (tx) => {
        await tx.read(
          sql`SELECT role FROM role_grant WHERE institution_id = 1 AND role = ${first} FOR UPDATE`,
        );
        await tx.read(
          sql`SELECT role FROM role_grant WHERE institution_id = 1 AND role = ${second} FOR UPDATE`,
        );
        tx.write(
          sql`UPDATE role_grant SET menu = CONCAT(menu, 'x') WHERE institution_id = 1 AND role IN ('a', 'b')`,
        );
      });
    await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? both('a', 'b') : both('b', 'a'))));
    expect(
      await api.rows(
        sql`SELECT menu AS marks FROM role_grant WHERE institution_id = 1 AND role IN ('a', 'b')`,
      ),
    ).toEqual([{ marks: 'x'.repeat(12) }, { marks: 'x'.repeat(12) }]);
  });

  it('knows of every event what it is about', () => {
    const nobodys = Object.entries(EVENTS).filter(([name, { shape }]) => {
      const ids = Object.fromEntries(Object.keys(shape).map((field) => [field, 1]));
      return subjectOf(name as EventName, ids)?.[1] !== 1;
    });
    expect(nobodys.map(([name]) => name)).toEqual(['list.exported']);
  });

  it('refuses a payload that breaks the contract before anything is written', async () => {
    const work = api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.emit('user.disabled', { userId: 'three' as unknown as number, institutionId: 1, changes: {} });
    });
    await expect(work).rejects.toThrow();
    expect(await count(3)).toEqual({ events: 0, waiting: 0 });
  });
});

describe('entities in the unit of work', () => {
  let person: Person;
  beforeAll(async () => {
    person = await createUser(api, await createOrg(api, '-uow'), 'member');
  });
  const menu = (role: string, keys: string) =>
    sql`UPDATE role_grant SET menu = CONCAT(menu, ${keys}), version = version + 1 WHERE institution_id = 1 AND role = ${role}`;
  const role = (name: string) => ({
    institutionId: 1,
    role: name as RoleGrant['role'],
    permissions: [],
    menu: ['x'],
  });

  it('are written in the order of the code with what is written by hand', async () => {
    const seen = await run(async (tx) => {
      tx.write(
        sql`INSERT INTO role_grant (institution_id, role, permissions, menu) VALUES (1, 'order', '', 'a')`,
      );
      const stored = await tx.manager.findOneByOrFail(RoleGrant, { role: 'order' as RoleGrant['role'] });
      tx.write(menu('order', ',b'));
      await tx.manager.update(RoleGrant, { role: stored.role }, { menu: () => "CONCAT(menu, ',c')" });
      tx.write(menu('order', ',d'));
      const [[row]] = await tx.read<[{ keys: string }]>(sql`
        SELECT menu AS \`keys\` FROM role_grant WHERE institution_id = 1 AND role = 'order'`);
      return [stored.menu, row!.keys];
    });
    expect(seen).toEqual([['a'], 'a,b,c,d']);
  });

  it('commit together with rows and events, and are seen by nobody before', async () => {
    await run(async (tx) => {
      await tx.manager.insert(RoleGrant, role('together'));
      tx.emit('user.disabled', disabled(11));
      expect(await menuOf('together')).toEqual([]);
      expect(await count(11)).toEqual({ events: 0, waiting: 0 });
    });
    expect(await menuOf('together')).toEqual([{ keys: 'x' }]);
    expect(await count(11)).toEqual({ events: 1, waiting: 1 });
  });

  it('leave nothing when the command fails after them', async () => {
    const work = run(async (tx) => {
      await tx.manager.insert(RoleGrant, role('failed'));
      tx.emit('user.disabled', disabled(12));
      await tx.manager.insert(RoleGrant, role('together'));
    });
    await expect(work).rejects.toMatchObject({ code: 'ER_DUP_ENTRY' });
    expect(await menuOf('failed')).toEqual([]);
    expect(await count(12)).toEqual({ events: 0, waiting: 0 });
  });

  it('leave nothing when the connection is killed between an entity and its event', async () => {
    const work = run(async (tx) => {
      await tx.manager.insert(RoleGrant, role('killed'));
      const [[session]] = await tx.read<[{ id: number }]>(sql`SELECT CONNECTION_ID() AS id`);
      await api.get(Database).run({ text: `KILL ${session!.id}`, params: [] });
      tx.emit('user.disabled', disabled(13));
    });
    await expect(work).rejects.toThrow();
    expect(await menuOf('killed')).toEqual([]);
    expect(await count(13)).toEqual({ events: 0, waiting: 0 });
    await run((tx) => tx.manager.insert(RoleGrant, role('after')));
    expect(await menuOf('after')).toHaveLength(1);
  });

  it('run again after a deadlock with the rest of the work', async () => {
    for (const name of ['e', 'f'])
      await run((tx) => tx.manager.insert(RoleGrant, { ...role(name), menu: [] }));
    const both = (first: string, second: string) =>
      run(async (tx) => {
        for (const name of [first, second]) {
          const row = (await lockOne(tx, RoleGrant, 'm', sql`m.role = ${name}`))!;
          await saveChanges(tx, row, { menu: [...row.menu, 'x'] });
        }
      });
    await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 ? both('e', 'f') : both('f', 'e'))));
    const rows = await api
      .get(DataSource)
      .manager.find(RoleGrant, { where: [{ role: 'e' as never }, { role: 'f' as never }] });
    expect(rows.map(({ menu, version }) => [menu.length, version])).toEqual([
      [8, 9],
      [8, 9],
    ]);
  });

  it('belong to one command: later they refuse, and they neither begin nor end a transaction', async () => {
    let left: Tx['manager'] | undefined;
    await run(async (tx) => {
      left = tx.manager;
      await expect(left.transaction(() => Promise.resolve())).rejects.toThrow('unit of work');
      await tx.manager.insert(RoleGrant, role('one-command'));
    });
    await expect(left!.insert(RoleGrant, role('too-late'))).rejects.toThrow('The command is over');
    expect(await menuOf('too-late')).toEqual([]);
  });

  it('refuse whoever saw an older version, and of two at once let one through', async () => {
    const rename = (version: number, autoDial: boolean) =>
      run(async (tx) => {
        const user = (await lockOne(tx, User, 'u', sql`u.id = ${person.id}`))!;
        checkVersion(user, version, { autoDial: user.autoDial });
        return saveChanges(tx, user, { autoDial });
      });
    expect(await rename(1, true)).toEqual({ autoDial: { before: false, after: true } });
    await expect(rename(1, false)).rejects.toMatchObject({
      key: 'entity.changed',
      details: { inForce: { autoDial: true } },
    });
    const both = await Promise.allSettled([rename(2, false), rename(2, false)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('tell what changed by field, and of secrets only that they changed', async () => {
    const changes = await run(async (tx) => {
      const user = (await lockOne(tx, User, 'u', sql`u.id = ${person.id}`, ['u.passwordHash']))!;
      return saveChanges(tx, user, {
        name: 'Somebody Else',
        passwordHash: 'new',
        longAging: true,
        updatedAt: tx.now,
      });
    });
    expect(changes).toEqual({
      name: 'secret',
      passwordHash: 'secret',
      longAging: { before: false, after: true },
    });
    const [stored] = await api.rows<{ hash: string; id: number }>(sql`
      SELECT password_hash AS hash, id FROM user WHERE id = ${person.id}`);
    expect(stored).toEqual({ hash: 'new', id: person.id });
  });

  it('have ids that are numbers and times that are UTC', async () => {
    const user = await api.get(DataSource).manager.findOneByOrFail(User, { id: person.id });
    const [row] = await api.rows<{ at: Date }>(
      sql`SELECT created_at AS at FROM user WHERE id = ${person.id}`,
    );
    expect([user.id, user.createdAt, user.enabled]).toEqual([person.id, row!.at, true]);
    expect(user).not.toHaveProperty('passwordHash', expect.anything());
  });

  it('cost a command that does not use them nothing: no runner is made', async () => {
    const dataSource = api.get(DataSource);
    const make = dataSource.createQueryRunner;
    let made = 0;
    dataSource.createQueryRunner = (mode) => (made++, make.call(dataSource, mode));
    await run(async (tx) => {
      await tx.read(sql`SELECT 1`);
      tx.emit('user.disabled', disabled(14));
    });
    expect(made).toBe(0);
    await run((tx) => tx.manager.findBy(RoleGrant, {}));
    expect(made).toBe(1);
    dataSource.createQueryRunner = make;
  });
});
