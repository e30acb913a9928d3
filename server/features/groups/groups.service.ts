import { Injectable } from '@nestjs/common';
import { GroupChange, type GroupStatusChange } from '../../../contract/administration/institutions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { ConfiguredEntity, type Saving } from '../../platform/db/configured-entity.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Group } from '../../domain/groups/group.entity.js';

type GroupForm = Pick<Group, 'institutionId' | 'name'>;

/** A group stays in its institution. */
@Injectable()
export class GroupsService extends ConfiguredEntity<Group, GroupForm> {
  readonly entity = Group;
  readonly noun = 'group';
  protected readonly input = GroupChange;
  protected readonly notFound = 'group.notFound';

  /** @throws group.notFound, entity.changed, group.hasPeople, institution.closed */
  override setStatus(actor: Actor, { enabled, ...ref }: GroupStatusChange): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      const group = await this.lock(tx, actor, ref);
      if (enabled) await checkOpen(tx, group.institutionId);
      else await checkEmpty(tx, group.id);
      await this.write(tx, actor, group, { enabled });
    });
  }

  /** @throws institution.closed (field) */
  protected async columns(tx: Tx, form: GroupForm, { row: group }: Saving<Group>) {
    if (group) return { name: form.name };
    await checkOpen(tx, form.institutionId);
    return form;
  }

  protected inForce(group: Group) {
    return { ...group };
  }
}

/** Closing an institution locks its row: nothing is opened in it meanwhile. */
async function checkOpen(tx: Tx, institutionId: number): Promise<void> {
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
