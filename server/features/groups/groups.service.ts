import { Injectable } from '@nestjs/common';
import type { GroupChange, GroupStatusChange } from '../../../contract/administration/institutions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { placesOf } from '../../platform/auth/places.js';
import { checkVersion, insertNew, lockOne, saveChanges } from '../../platform/db/changes.js';
import { ClientRequest } from '../../platform/db/client-request.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Group } from '../../domain/groups/group.entity.js';

type Saved = { id: number };

@Injectable()
export class GroupsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @throws institution.notFound, institution.closed, group.notFound, entity.changed, request.reused */
  async save(actor: Actor, change: GroupChange): Promise<Saved> {
    const { id, version, clientRequestId, ...form } = change;
    const newId = id ?? (await this.ids.take());
    const request = new ClientRequest<Saved>(actor, 'group', clientRequestId, { id, version, ...form });
    return request.once(
      (run) => this.uow.transact(actor, run),
      async (tx) => {
        if (id === undefined) await add(tx, actor, newId, form);
        else await write(tx, await lockGroup(tx, actor, id, version), { name: form.name });
        return { id: newId };
      },
    );
  }

  /** @throws group.notFound, entity.changed, group.hasPeople, institution.closed */
  setStatus(actor: Actor, { id, enabled, version }: GroupStatusChange): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      const group = await lockGroup(tx, actor, id, version);
      if (enabled) await checkOpen(tx, actor, group.institutionId);
      else await checkEmpty(tx, id);
      await write(tx, group, { enabled });
    });
  }
}

async function add(tx: Tx, actor: Actor, id: number, form: Pick<Group, 'institutionId' | 'name'>) {
  await checkOpen(tx, actor, form.institutionId);
  const changes = await insertNew(tx, Group, { id, ...form });
  tx.emit('group.created', { groupId: id, institutionId: form.institutionId, changes });
}

async function write(tx: Tx, group: Group, values: Partial<Group>): Promise<void> {
  const changes = await saveChanges(tx, group, values);
  if (changes) tx.emit('group.changed', { groupId: group.id, institutionId: group.institutionId, changes });
}

async function lockGroup(tx: Tx, actor: Actor, id: number, version: number | undefined): Promise<Group> {
  const scope = sql`g.id = ${id} AND ${placesOf(actor, sql`g.institution_id`)}`;
  const group = await lockOne(tx, Group, 'g', scope);
  if (!group) throw new AppError('group.notFound');
  checkVersion(group, version, { ...group });
  return group;
}

/** Closing an institution locks its row: nothing is opened in it meanwhile. */
async function checkOpen(tx: Tx, actor: Actor, institutionId: number): Promise<void> {
  if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
  const [open] = await tx.read<[object]>(sql`
    SELECT 1 FROM institution WHERE id = ${institutionId} AND enabled = 1 LOCK IN SHARE MODE`);
  if (open.length === 0) throw fieldError('institution.closed', 'institutionId');
}

async function checkEmpty(tx: Tx, groupId: number): Promise<void> {
  const [[count]] = await tx.read<[{ people: number }]>(sql`
    SELECT COUNT(*) AS people FROM user WHERE group_id = ${groupId} AND enabled = 1`);
  const people = Number(count!.people);
  if (people > 0) throw new AppError('group.hasPeople', { people });
}
