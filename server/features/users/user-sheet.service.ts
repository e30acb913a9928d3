import { Injectable } from '@nestjs/common';
import { DataSource, type InsertQueryBuilder } from 'typeorm';
import type { UserForm } from '../../../contract/administration/users.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { Rights } from '../../platform/auth/rights.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { isOwnHand } from '../../platform/auth/ties.js';
import { changesOf, saveChanges } from '../../platform/db/changes.js';
import { Database, dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { condition, list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { SheetRow } from '../../platform/sheets/sheets.js';
import { RowCells } from '../../domain/sheet-uploads/row-cells.rules.js';
import {
  Stale,
  type Applying,
  type Judged,
  type SheetBook,
  type SheetScope,
  type Staged,
} from '../../domain/sheet-uploads/sheet-book.rules.js';
import { unbindWithin } from '../../domain/softphones/bindings.writes.js';
import {
  changesOfForm,
  formOfRow,
  PlaceBook,
  refuseExceeding,
  valuesOf,
  type Places,
} from '../../domain/users/user-sheet.rules.js';
import { columnsOf, endsSessions, formOf, takesWork } from '../../domain/users/user.rules.js';
import { User } from '../../domain/users/user.entity.js';

/** A role that a row gives, or that it takes away. */
type Held = Pick<UserForm, 'institutionId' | 'role'>;

/** A workbook of people: who is not there yet is made, and of whom is there is changed what the row says. */
@Injectable()
export class UserSheetService implements SheetBook {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly ids: Ids,
    private readonly rights: Rights,
  ) {}

  /** Allowed values of the template's columns. */
  async values(scope: SheetScope): Promise<Record<string, string[]>> {
    return valuesOf(await this.places(scope), scope.role);
  }

  async judge(scope: SheetScope) {
    const places = new PlaceBook(await this.places(scope));
    const seen = new Set<string>();
    return async (rows: readonly SheetRow[]): Promise<Judged[]> => {
      const read = rows
        .map((row) => ({ cells: new RowCells(row) }))
        .map(({ cells }) => ({ cells, name: cells.text('username') }));
      const standing = await this.standing(read.flatMap(({ name }) => name ?? []));
      const mine = await this.mine(
        scope,
        [...standing.values()].map(({ id }) => id),
      );
      const judged = read.map(({ cells, name }) => {
        const key = name?.toLowerCase() ?? '';
        const user = standing.get(key);
        if (name !== null && seen.has(key)) cells.refuse('username', 'twice');
        seen.add(key);
        if (user && !mine.has(user.id)) cells.refuse('username', 'taken');
        return judgedOf(cells, name ?? '', user && mine.has(user.id) ? user : null, places, scope);
      });
      await this.refuseUncovered(scope, judged);
      await this.refuseBusy(judged);
      return judged.map(({ cells, held: _, ...row }) => ({ ...row, refusals: cells.refusals }));
    };
  }

  async apply({ tx, end, scope, madeHash }: Applying, rows: readonly Staged[]): Promise<void> {
    const made = rows.filter(({ act }) => act === 'CREATED');
    await this.checkCovered(
      scope,
      rows.map(({ data }) => formIn(data)),
    );
    await checkPlaces(tx, made);
    if (made.length > 0) await this.add(tx, made, { passwordHash: madeHash, createdBy: scope.userId });
    const changed = rows.filter(({ act }) => act === 'CHANGED');
    if (changed.length === 0) return;
    const users = await lockSeen(tx, scope, changed);
    await this.checkCovered(scope, [...users.values()]);
    const leavers = changed.filter(({ subjectId, data }) => takesWork(users.get(subjectId!)!, formIn(data)));
    const busy =
      leavers.length === 0 ? [] : (await tx.read<[object]>(workOf(leavers.map((row) => row.subjectId!))))[0];
    if (busy.length > 0) throw new Stale('Somebody was given work');
    const comers = leavers.filter(({ subjectId, data }) => {
      const [before, after] = [users.get(subjectId!)!, formIn(data)];
      return before.institutionId !== after.institutionId || before.groupId !== after.groupId;
    });
    await checkPlaces(tx, comers);
    const [ended, faces]: [number[], number[]] = [[], []];
    for (const { subjectId, data } of changed) {
      const user = users.get(subjectId!)!;
      const { id: userId, institutionId } = user;
      const values = { ...columnsOf(formIn(data)), updatedAt: tx.now, updatedBy: scope.userId };
      if (values.institutionId !== institutionId) await unbindWithin(tx, userId);
      const changes = await saveChanges(tx, user, values);
      if (!changes) continue;
      tx.emit('user.changed', { userId, institutionId, changes });
      if (endsSessions(changes)) ended.push(userId);
      if (changes['liveness']) faces.push(userId);
    }
    if (await isOwnHand(tx, scope.userId, faces)) throw new Stale('A face check of who made the sender');
    if (ended.length > 0) await end(sql`s.user_id IN ${list(ended)}`, 'revoked');
  }

  private async add(tx: Tx, rows: readonly Staged[], made: Partial<User>): Promise<void> {
    const ids = await this.ids.takeMany(rows.length);
    const times = { createdAt: tx.now, updatedAt: tx.now, updatedBy: made.createdBy! };
    const users = rows.map(({ data }, at) => ({
      ...columnsOf(formIn(data)),
      ...made,
      ...times,
      id: ids[at]!,
    }));
    try {
      await tx.manager.insert(User, users as Parameters<InsertQueryBuilder<User>['values']>[0]);
    } catch (error) {
      throw dbErrorCode(error) === 'ER_DUP_ENTRY' ? new Stale('A name was taken') : error;
    }
    tx.emitMany(
      'user.created',
      users.map((user) => ({
        userId: user.id,
        institutionId: user.institutionId!,
        changes: changesOf({}, tx.manager.create(User, user)),
      })),
    );
  }

  private async places(scope: SheetScope): Promise<Places> {
    const within = institutionsIn(scope, sql`institution_id`);
    const [institution, group, queue] = await Promise.all([
      this.database.rows<Places['group'][number]>(sql`
        SELECT id, code AS name, id AS institutionId FROM institution
        WHERE ${institutionsIn(scope, sql`id`)} AND enabled = 1 ORDER BY path`),
      this.database.rows<Places['group'][number]>(sql`
        SELECT id, name, institution_id AS institutionId FROM admin_group
        WHERE ${within} AND enabled = 1 ORDER BY name`),
      this.database.rows<Places['group'][number]>(sql`
        SELECT id, code AS name, institution_id AS institutionId FROM queue WHERE ${within} ORDER BY code`),
    ]);
    return { institution, group, queue };
  }

  /** Wherever they are: a name belongs to one person of all institutions. */
  private async standing(names: readonly string[]): Promise<Map<string, User>> {
    if (names.length === 0) return new Map();
    const users = await this.dataSource
      .createQueryBuilder(User, 'u')
      .where(...condition(sql`u.username IN ${list(names)}`))
      .getMany();
    return new Map(users.map((user) => [user.username.toLowerCase(), user]));
  }

  private async mine(scope: SheetScope, ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.rows<{ id: number }>(sql`
      SELECT u.id FROM user u WHERE u.id IN ${list(ids)} AND ${peopleOf(scope)}`);
    return new Set(rows.map(({ id }) => id));
  }

  /** By a file, too, nobody gives a right that they lack, nor changes whoever has one. */
  private async refuseUncovered(
    { institutionId, role }: SheetScope,
    judged: readonly { cells: RowCells; held: readonly Held[] }[],
  ): Promise<void> {
    const sender = await this.rights.holder(institutionId, role);
    // A thousand rows name a handful of roles and places.
    const covered = new Map<string, boolean>();
    for (const { cells, held } of judged)
      for (const { institutionId: at, role: each } of held) {
        const key = `${at} ${each}`;
        const known = covered.get(key) ?? (await this.rights.covers(sender, at, each));
        covered.set(key, known);
        if (!known) cells.refuse('role', 'beyond');
      }
  }

  /** Rights may have changed since the file was read. @throws Stale */
  private async checkCovered({ institutionId, role }: SheetScope, held: readonly Held[]): Promise<void> {
    const sender = await this.rights.holder(institutionId, role);
    for (const each of held)
      if (!(await this.rights.covers(sender, each.institutionId, each.role)))
        throw new Stale('A right was taken away');
  }

  /** Whoever would be moved and has work in hand: on the person's page it is named, and released. */
  private async refuseBusy(judged: readonly (Judged & { cells: RowCells; moves: boolean })[]): Promise<void> {
    const moved = judged.filter(({ moves }) => moves);
    if (moved.length === 0) return;
    const busy = await this.database.rows<{ id: number }>(workOf(moved.map(({ subject }) => subject!.id)));
    const ids = new Set(busy.map(({ id }) => id));
    for (const { cells, subject } of moved) if (ids.has(subject!.id)) cells.refuse('username', 'hasWork');
  }
}

function judgedOf(cells: RowCells, name: string, user: User | null, places: PlaceBook, scope: SheetScope) {
  const before = user && formOf(user);
  const form = formOfRow(cells, before, places, scope);
  if (form) refuseExceeding(cells, user && { ...before!, id: user.id }, form, scope);
  const changes = form ? changesOfForm(before, form, places) : [];
  const act: Judged['act'] = changes.length === 0 ? null : user ? 'CHANGED' : 'CREATED';
  return {
    ...{ cells, name, act, changes, data: form ?? {}, refusals: [] },
    held: act === null ? [] : [form!, ...(before ? [before] : [])],
    subject: user && { id: user.id, version: user.version },
    moves: form !== null && before !== null && takesWork(before, form),
  };
}

/** A closed place takes nobody in, and is not closed meanwhile. @throws Stale */
async function checkPlaces(tx: Tx, rows: readonly Staged[]): Promise<void> {
  if (rows.length === 0) return;
  const forms = rows.map(({ data }) => formIn(data));
  const institutions = [...new Set(forms.map(({ institutionId }) => institutionId))];
  const groups = [...new Set(forms.flatMap(({ groupId }) => groupId ?? []))];
  const [open, working] = await tx.read<[object, object]>(
    sql`SELECT id FROM institution WHERE id IN ${list(institutions)} AND enabled = 1 ORDER BY id LOCK IN SHARE MODE`,
    sql`SELECT id FROM admin_group WHERE id IN ${list(groups)} AND enabled = 1 ORDER BY id LOCK IN SHARE MODE`,
  );
  if (open.length < institutions.length || working.length < groups.length)
    throw new Stale('A place was closed');
}

const formIn = (data: string) => JSON.parse(data) as UserForm;

/** As they were seen when the file was read. @throws Stale */
async function lockSeen(tx: Tx, scope: SheetScope, rows: readonly Staged[]): Promise<Map<number, User>> {
  const ids = rows.map(({ subjectId }) => subjectId!);
  const locked = await tx.manager
    .createQueryBuilder(User, 'u')
    .setLock('pessimistic_write')
    .where(...condition(sql`u.id IN ${list(ids)} AND ${peopleOf(scope)}`))
    .orderBy('u.id')
    .getMany();
  const users = new Map(locked.map((user) => [user.id, user]));
  if (rows.some(({ subjectId, subjectVersion }) => users.get(subjectId!)?.version !== subjectVersion))
    throw new Stale('Somebody was changed');
  return users;
}

/** Those of them with open cases or a call. */
function workOf(ids: readonly number[]) {
  return sql`
    SELECT c.owner_id AS id FROM collection_case c WHERE c.owner_id IN ${list(ids)} AND c.is_open = 1
    UNION SELECT p.agent_id FROM phone_call p WHERE p.agent_id IN ${list(ids)} AND p.is_live = 1`;
}
