import { Injectable } from '@nestjs/common';
import type { InstitutionChange, InstitutionForm } from '../../../contract/administration/institutions.js';
import type { Changes } from '../../../contract/shared/changes.js';
import type { Actor } from '../../platform/auth/actor.js';
import { lockRights, Rights } from '../../platform/auth/rights.js';
import { checkVersion, insertNew, lockOne, saveChanges } from '../../platform/db/changes.js';
import { ClientRequest } from '../../platform/db/client-request.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Institution } from '../../domain/institutions/institution.entity.js';

/** As long as the column is. */
const LONGEST_PATH = 255;

type Saved = { id: number };

/** The tree of institutions. Whoever changes it holds the row of rights_version, so that two moves make no loop. */
@Injectable()
export class InstitutionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly rights: Rights,
  ) {}

  /**
   * @throws institution.notFound outside the actor's scope, entity.changed, institution.codeTaken, institution.parentMissing,
   * institution.loop, institution.own, institution.closed, institution.tooDeep (fields), request.reused
   */
  async save(actor: Actor, change: InstitutionChange): Promise<Saved> {
    const { id, version, clientRequestId, ...form } = change;
    const newId = id ?? (await this.ids.take());
    const request = new ClientRequest<Saved>(actor, 'institution', clientRequestId, { id, version, ...form });
    const work = async (tx: Tx) => {
      lockRights(tx);
      if (id === undefined) await add(tx, actor, newId, form);
      else await alter(tx, actor, await lockInstitution(tx, actor, id, version), form);
      return { id: newId };
    };
    try {
      const saved = await request.once((run) => this.uow.transact(actor, run), work);
      await this.rights.renew();
      return saved;
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') throw fieldError('institution.codeTaken', 'code');
      throw error;
    }
  }
}

/** @throws institution.notFound for what is not in the actor's part of the tree, entity.changed */
export async function lockInstitution(
  tx: Tx,
  actor: Actor,
  id: number,
  version?: number,
): Promise<Institution> {
  const found = await lockOne(tx, Institution, 'i', sql`i.id = ${id} AND ${inBranchOf(actor)}`);
  if (!found) throw new AppError('institution.notFound');
  checkVersion(found, version, inForce(found));
  return found;
}

/** A condition on institution under the alias `i`, by the tree as it is now. */
function inBranchOf({ institutionId }: Actor) {
  return sql`i.path LIKE CONCAT((SELECT o.path FROM institution o WHERE o.id = ${institutionId}), '%')`;
}

export function inForce({ id, version, name, code, parentId, enabled }: Institution) {
  return { id, version, name, code, parentId, enabled };
}

async function add(tx: Tx, actor: Actor, id: number, { parentId, ...form }: InstitutionForm): Promise<void> {
  if (parentId === null) throw fieldError('institution.parentMissing', 'parentId');
  const parent = await openParent(tx, actor, parentId);
  const values = { id, parentId, ...form, path: pathBelow(parent, id) };
  const changes = await insertNew(tx, Institution, values);
  tx.emit('institution.created', { institutionId: id, parentId, changes });
}

async function alter(
  tx: Tx,
  actor: Actor,
  institution: Institution,
  { parentId, ...form }: InstitutionForm,
): Promise<void> {
  const { id, path } = institution;
  const moves = parentId !== institution.parentId;
  const place = moves ? { parentId, path: await newPath(tx, actor, institution, parentId) } : {};
  const changes = await saveChanges(tx, institution, { ...form, ...place });
  if (!changes) return;
  if (moves) await moveBelow(tx, path, institution.path);
  emitChanged(tx, { id, parentId }, changes);
}

export function emitChanged(
  tx: Tx,
  { id, parentId }: { id: number; parentId: number | null },
  changes: Changes,
): void {
  tx.emit('institution.changed', { institutionId: id, parentId, changes });
}

/** @throws institution.parentMissing, institution.own, institution.loop, what `openParent` throws */
async function newPath(tx: Tx, actor: Actor, { id, path }: Institution, parentId: number | null) {
  if (id === actor.institutionId) throw fieldError('institution.own', 'parentId');
  if (parentId === null) throw fieldError('institution.parentMissing', 'parentId');
  const parent = await openParent(tx, actor, parentId);
  if (parent.path.startsWith(path)) throw fieldError('institution.loop', 'parentId');
  return pathBelow(parent, id);
}

async function openParent(tx: Tx, actor: Actor, id: number): Promise<Institution> {
  const parent = await lockInstitution(tx, actor, id);
  if (!parent.enabled) throw fieldError('institution.closed', 'parentId');
  return parent;
}

function pathBelow({ path }: Institution, id: number): string {
  const below = `${path}${id}/`;
  if (below.length > LONGEST_PATH) throw fieldError('institution.tooDeep', 'parentId');
  return below;
}

/** Moves the institutions below along. */
async function moveBelow(tx: Tx, before: string, after: string): Promise<void> {
  const [[deepest]] = await tx.read<[{ length: number | null }]>(sql`
    SELECT MAX(CHAR_LENGTH(path)) AS length FROM institution WHERE path LIKE ${`${before}%`}`);
  if ((deepest?.length ?? 0) - before.length + after.length > LONGEST_PATH)
    throw fieldError('institution.tooDeep', 'parentId');
  tx.write(sql`
    UPDATE institution SET path = CONCAT(${after}, SUBSTRING(path, ${before.length + 1})), version = version + 1
    WHERE path LIKE ${`${before}%`}`);
}
