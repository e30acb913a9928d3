import { Injectable } from '@nestjs/common';
import type { InstitutionStatusChange } from '../../../contract/administration/institutions.js';
import type { Changes } from '../../../contract/shared/changes.js';
import type { Actor } from '../../platform/auth/actor.js';
import { lockRights, Rights } from '../../platform/auth/rights.js';
import { saveChanges } from '../../platform/db/changes.js';
import type { NounCommand, Reverted, Reverting } from '../../platform/db/configured-entity.js';
import { list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { SessionsService } from '../session/sessions.service.js';
import type { EndSessions } from '../../domain/session/sessions.writes.js';
import { unbindWithin } from '../../domain/softphones/bindings.writes.js';
import { OpenWorkService } from '../open-work/open-work.service.js';
import { keepAdministratorBeside } from '../../domain/institutions/administrators.writes.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { InstitutionsService } from './institutions.service.js';

/** Closes an institution with everybody and everything in it by one command, and opens it again without them. */
@Injectable()
export class ClosingService implements NounCommand<Institution> {
  readonly noun = 'institution';
  readonly entity = Institution;

  constructor(
    private readonly institutions: InstitutionsService,
    private readonly sessions: SessionsService,
    private readonly work: OpenWorkService,
    private readonly rights: Rights,
  ) {}

  /**
   * @throws institution.notFound, entity.changed, institution.own, institution.openBelow, institution.closed when the one
   * above it is, user.lastAdmin, user.hasWork with what the people have in hand unless it may be released
   */
  async setStatus(actor: Actor, change: InstitutionStatusChange): Promise<void> {
    const { id, enabled, version, release = false } = change;
    if (id === actor.institutionId) throw fieldError('institution.own', 'id');
    await this.sessions.command(actor, async (tx, end) => {
      lockRights(tx);
      const institution = await this.institutions.lock(tx, actor, { id, version });
      if (institution.enabled === enabled) return;
      if (enabled) {
        await checkAbove(tx, institution);
        return this.institutions.write(tx, actor, institution, { enabled });
      }
      const changes = (await saveChanges(tx, institution, { enabled }))!;
      await this.close(tx, end, institution, { changes, release });
    });
    await this.rights.renew();
  }

  revert(actor: Actor, old: Institution, back: Reverting): Promise<Reverted> {
    const { id, version, enabled } = old;
    if ('enabled' in back.changes) return this.setStatus(actor, { id, version, enabled });
    return this.institutions.revert(actor, old, back);
  }

  private async close(
    tx: Tx,
    end: EndSessions,
    institution: Institution,
    { changes, release }: { changes: Changes; release: boolean },
  ): Promise<void> {
    const { id, path, parentId } = institution;
    const [below, people] = await tx.read<[object, { id: number }]>(
      sql`SELECT 1 FROM institution WHERE parent_id = ${id} AND enabled = 1 LIMIT 1`,
      sql`SELECT u.id FROM user u WHERE u.institution_id = ${id} AND u.enabled = 1 ORDER BY u.id FOR UPDATE`,
    );
    if (below.length > 0) throw new AppError('institution.openBelow');
    await keepAdministratorBeside(tx, path);
    const ids = people.map((person) => person.id);
    const cases = await this.work.putDown(tx, ids, release);
    if (ids.length > 0) await disableAll(tx, end, ids, id);
    await takePhones(tx, ids);
    const outcome = { changes, people: ids.length, cases };
    tx.emit('institution.closed', { institutionId: id, parentId, ...outcome });
  }
}

const DISABLED: Changes = { enabled: { before: true, after: false } };

async function disableAll(tx: Tx, end: EndSessions, ids: readonly number[], institutionId: number) {
  tx.write(sql`
    UPDATE user SET enabled = 0, updated_at = ${tx.now}, updated_by = ${tx.actor.userId}, version = version + 1
    WHERE id IN ${list(ids)}`);
  tx.emitMany(
    'user.disabled',
    ids.map((userId) => ({ userId, institutionId, changes: DISABLED })),
  );
  await end(sql`s.user_id IN ${list(ids)}`, 'disabled');
}

async function takePhones(tx: Tx, ids: readonly number[]): Promise<void> {
  const [owners] = await tx.read<[{ id: number }]>(sql`
    SELECT owner_id AS id FROM softphone WHERE owner_id IN ${list(ids)} ORDER BY id`);
  for (const { id } of owners) await unbindWithin(tx, id);
}

async function checkAbove(tx: Tx, { parentId }: Institution): Promise<void> {
  const [closed] = await tx.read<[object]>(sql`
    SELECT 1 FROM institution WHERE id = ${parentId} AND enabled = 0`);
  if (closed.length > 0) throw fieldError('institution.closed', 'parentId');
}
