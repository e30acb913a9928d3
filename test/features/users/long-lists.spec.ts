import { beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { SoftphoneListQuery } from '../../../contract/contact/softphones.js';
import { LoginLogQuery, UserListQuery } from '../../../contract/administration/users.js';
import { phonesIn, phonesListed } from '../../../server/features/softphones/softphones.queries.js';
import { attemptsOf } from '../../../server/domain/users/login-logs.sql.js';
import { peopleIn, peopleListed } from '../../../server/features/users/users.queries.js';
import type { Actor } from '../../../server/platform/auth/actor.js';
import { Rights } from '../../../server/platform/auth/rights.js';
import { peopleOf } from '../../../server/platform/auth/scope.js';
import { searched, type Listed } from '../../../server/platform/db/lists/list-page.js';
import { countNewest, newestIds } from '../../../server/platform/db/lists/newest-first.js';
import { sql, type Statement } from '../../../server/platform/db/sql.js';
import { numbers } from '../../data/numbers.js';
import { planOf, type PlanStep } from '../../support/plan.js';
import { useServer } from '../../support/site.js';
import { asOwner } from '../../support/stack.js';

const TOP = 500_000;
const BRANCH = TOP + 1;
/** A hundred institutions, half of them in a branch; twelve thousand people with a telephone each. */
const INSTITUTIONS = 100;
const PEOPLE = 12_000;

const rowsTo = (count: number): Statement => ({ text: numbers(1, count), params: [] });

const { api } = useServer();
beforeAll(async () => {
  await asOwner(
    sql`INSERT INTO institution (id, code, name, path) VALUES (${TOP}, 'TOP', 'Top', ${`/${TOP}/`})`,
  );
  await asOwner(sql`
    INSERT INTO institution (id, code, name, parent_id, path)
    SELECT ${TOP} + seq, CONCAT('P', seq), CONCAT('Place ', seq), IF(seq = 1 OR MOD(seq, 4) = 0, ${TOP}, ${BRANCH}),
      CONCAT('/', ${TOP}, '/', IF(seq = 1 OR MOD(seq, 4) = 0, '', CONCAT(${BRANCH}, '/')), ${TOP} + seq, '/')
    FROM ${rowsTo(INSTITUTIONS)} s`);
  await asOwner(sql`
    INSERT INTO user (id, username, name, role, institution_id, password_hash, created_at, updated_at)
    SELECT ${TOP} + seq, CONCAT('person.', seq), CONCAT(CHAR(65 + MOD(seq, 26) USING utf8mb4), 'erson ', seq), 'member',
      ${TOP} + 1 + MOD(seq, ${INSTITUTIONS}), '', NOW(3) - INTERVAL seq MINUTE, NOW(3) FROM ${rowsTo(PEOPLE)} s`);
  await asOwner(sql`
    INSERT INTO softphone
      (id, institution_id, supplier, extension_number, password_enc, owner_id, created_at, updated_at)
    SELECT id, institution_id, 'voz', LPAD(id, 8, '0'), '', id, created_at, updated_at FROM user WHERE id > ${TOP}`);
  await asOwner(sql`ANALYZE TABLE institution, user, softphone`);
});

const ids = (to: number) => Array.from({ length: to }, (_, at) => TOP + at);
const viewer = (of: Partial<Actor>) =>
  ({ role: 'admin', userId: 1, groupId: null, ...of }) as unknown as Actor;
const ALL = viewer({ institutionIds: ids(INSTITUTIONS + 1), path: `/${TOP}/`, everywhere: true });
const PART = viewer({ institutionIds: ids(INSTITUTIONS + 1), path: `/${TOP}/${BRANCH}/`, everywhere: false });
const ONE = viewer({ institutionIds: [BRANCH], path: `/${TOP}/${BRANCH}/`, everywhere: false });

function planOfQuery<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>): Promise<PlanStep[]> {
  const [text, params] = query.getQueryAndParameters() as [string, Statement['params']];
  return planOf(api, { text, params });
}

/** One table, by this index, in its order; counted without its relations. */
async function expectOrdered<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  asked: Parameters<typeof searched>[1],
  listed: Listed,
  key: string,
): Promise<void> {
  const { ids: page, some } = searched(query, asked, listed);
  const steps = await planOfQuery(page);
  expect(steps.map((step) => step.key)).toEqual([key]);
  expect(steps[0]!.Extra).not.toMatch(/filesort|temporary/);
  expect(await planOfQuery(some)).toHaveLength(1);
}

describe('who sees every institution', () => {
  it.each([
    ['all', {}, 'PRIMARY'],
    ['a deep page', { page: '100' }, 'PRIMARY'],
    ['by name', { name: 'Person' }, 'user_name'],
    ['by user name', { username: 'person.7' }, 'username'],
    ['in the order of names', { sort: 'name', order: 'asc' }, 'user_name'],
    ['in the order of their making', { sort: 'createdAt' }, 'user_created'],
    ['in the order of their changes', { sort: 'updatedAt' }, 'user_updated'],
  ])('has people listed by an index in its order: %s', async (_, asked, key) => {
    const query = UserListQuery.parse(asked);
    await expectOrdered(peopleIn(api.get(DataSource)), query, peopleListed(ALL, query), key);
  });

  it.each([
    ['all', {}, 'PRIMARY'],
    ['a deep page', { page: '100' }, 'PRIMARY'],
    ['by number', { extensionNumber: '00503' }, 'softphone_number'],
  ])('has softphones listed by an index in its order: %s', async (_, asked, key) => {
    const query = SoftphoneListQuery.parse(asked);
    await expectOrdered(phonesIn(api.get(DataSource)), query, phonesListed(ALL, query), key);
  });
});

describe('what begins with a name', () => {
  it('is in the order of the names, and any other list of people the newest first', async () => {
    const found = async (asked: object) => {
      const query = UserListQuery.parse({ size: '200', ...asked });
      const { ids: page } = searched(peopleIn(api.get(DataSource)), query, peopleListed(ALL, query));
      return (await page.addSelect('u.name', 'name').getRawMany<{ id: number; name: string }>()) as {
        id: number;
        name: string;
      }[];
    };
    const named = (await found({ name: 'Person 1' })).map(({ name }) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named).toEqual([...named].sort());
    const newest = (await found({})).map(({ id }) => Number(id));
    expect(newest).toEqual([...newest].sort((a, b) => b - a));
  });
});

describe('the same people', () => {
  const peopleFor = async (actor: Actor) =>
    (await api.rows<{ id: number }>(sql`SELECT u.id FROM user u WHERE ${peopleOf(actor)} ORDER BY u.id`)).map(
      ({ id }) => id,
    );

  it('are seen by the path of many institutions as by their ids', async () => {
    const inBranch = await api.rows<{ id: number }>(sql`
      SELECT u.id FROM user u JOIN institution i ON i.id = u.institution_id
      WHERE i.path LIKE ${`/${TOP}/${BRANCH}/%`} ORDER BY u.id`);
    expect(inBranch.length).toBeGreaterThan(1_000);
    expect(inBranch.length).toBeLessThan(PEOPLE);
    expect(await peopleFor(PART)).toEqual(inBranch.map(({ id }) => id));
    expect(await peopleFor(ALL)).toHaveLength(PEOPLE);
    expect(await peopleFor(ONE)).toHaveLength(PEOPLE / INSTITUTIONS);
  });

  it('are of no institution besides', () => {
    expect(peopleOf(PART).params).toEqual([`/${TOP}/${BRANCH}/%`]);
    expect(peopleOf(ALL).params).toEqual([]);
  });
});

describe('attempts to sign in', () => {
  const time = { from: new Date('2026-01-01T06:00:00Z'), to: new Date('2026-02-01T06:00:00Z') };
  it.each([
    ['all', ALL, {}, false, 'login_audit_at'],
    ['of a part of the tree', PART, {}, false, 'login_audit_at'],
    ['of one institution', ONE, {}, false, 'login_audit_institution'],
    ['of a result', ALL, { result: 'LOCKED' }, false, 'login_audit_result'],
    ['that went wrong', ONE, { state: 'abnormal' }, false, 'login_audit_result'],
    ['from an address', ALL, { address: '203.0.113.7' }, false, 'login_audit_address'],
    ['of names that thousands begin with', ALL, { username: 'p' }, false, 'login_audit_at'],
    ['of a name', ALL, { username: 'person.7' }, true, 'login_audit_username'],
  ] as const)('are read by an index in its order: %s', async (_, actor, asked, named, index) => {
    const ranges = attemptsOf(actor, LoginLogQuery.parse(asked), named);
    expect(ranges.index).toBe(index);
    for (const [within, order] of [
      [{}, 'desc'],
      [time, 'desc'],
      [{}, 'asc'],
    ] as const) {
      const steps = await planOf(api, newestIds(ranges, { page: 1, size: 20, order, ...within }));
      const reads = steps.filter(({ table }) => table === 'a');
      expect(reads).toHaveLength(ranges.ranges.length);
      for (const { key, Extra } of reads) {
        expect(key).toBe(index);
        // Few rows share one name: they are sorted.
        if (!named) expect(Extra).not.toMatch(/filesort|temporary/);
      }
      const counted = (await planOf(api, countNewest(ranges, within))).filter(({ table }) => table === 'a');
      if (actor === ALL && !('username' in asked))
        for (const { Extra } of counted) expect(Extra).toContain('Using index');
    }
  });
});

describe('an institution', () => {
  it('has none outside as long as it is the topmost of one tree', async () => {
    const rights = api.get(Rights);
    await rights.renew();
    expect(await rights.branch(TOP)).toMatchObject({ everywhere: true, path: `/${TOP}/` });
    expect(await rights.branch(BRANCH)).toMatchObject({ everywhere: false, path: `/${TOP}/${BRANCH}/` });
    await asOwner(sql`INSERT INTO institution (id, code, name, path) VALUES (1, 'FAR', 'Far', '/1/')`);
    await rights.renew();
    expect(await rights.branch(TOP)).toMatchObject({ everywhere: false });
  });
});
