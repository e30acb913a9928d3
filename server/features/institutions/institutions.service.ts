import { Injectable } from '@nestjs/common';
import { InstitutionChange, type InstitutionForm } from '../../../contract/administration/institutions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { lockRights, Rights } from '../../platform/auth/rights.js';
import { lockOne } from '../../platform/db/changes.js';
import {
  ConfiguredEntity,
  type Saved,
  type Saving,
  type Written,
} from '../../platform/db/configured-entity.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { fieldError } from '../../platform/http/app-error.js';
import { Institution } from '../../domain/institutions/institution.entity.js';

/** As long as the column is. */
const LONGEST_PATH = 255;

/** The tree of institutions. Whoever changes it holds the row of rights_version, so that two moves make no loop. */
@Injectable()
export class InstitutionsService extends ConfiguredEntity<Institution, InstitutionForm> {
  readonly entity = Institution;
  readonly noun = 'institution';
  protected readonly input = InstitutionChange;
  protected readonly notFound = 'institution.notFound';
  protected override readonly duplicate = ['institution.codeTaken', 'code'] as const;

  constructor(
    uow: UnitOfWork,
    ids: Ids,
    private readonly rights: Rights,
  ) {
    super(uow, ids);
  }

  /**
   * @throws institution.notFound outside the actor's scope, entity.changed, institution.codeTaken, institution.parentMissing,
   * institution.loop, institution.own, institution.closed, institution.tooDeep (fields), request.reused
   */
  override async save(actor: Actor, change: InstitutionChange): Promise<Saved> {
    const saved = await super.save(actor, change);
    await this.rights.renew();
    return saved;
  }

  protected override transact<Result>(actor: Actor, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.uow.transact(actor, (tx) => {
      lockRights(tx);
      return work(tx);
    });
  }

  /** @throws institution.parentMissing, institution.own, institution.closed, institution.loop, institution.tooDeep (fields) */
  protected async columns(tx: Tx, form: InstitutionForm, { actor, id, row }: Saving<Institution>) {
    const { parentId } = form;
    if (row?.parentId === parentId) return form;
    if (row && id === actor.institutionId) throw fieldError('institution.own', 'parentId');
    if (parentId === null) throw fieldError('institution.parentMissing', 'parentId');
    const parent = await this.lock(tx, actor, { id: parentId });
    if (!parent.enabled) throw fieldError('institution.closed', 'parentId');
    if (row && parent.path.startsWith(row.path)) throw fieldError('institution.loop', 'parentId');
    const path = `${parent.path}${id}/`;
    if (path.length > LONGEST_PATH) throw fieldError('institution.tooDeep', 'parentId');
    if (row) await moveBelow(tx, row, path);
    return { ...form, path };
  }

  protected inForce(institution: Institution) {
    return inForce(institution);
  }

  protected override emit(tx: Tx, { what, row, changes }: Written<Institution>): void {
    tx.emit(`institution.${what}`, { institutionId: row.id, parentId: row.parentId, changes });
  }

  /** In the actor's branch of the tree as it is now. */
  protected override find(tx: Tx, { institutionId }: Actor, id: number): Promise<Institution | null> {
    const branch = sql`(SELECT o.path FROM institution o WHERE o.id = ${institutionId})`;
    return lockOne(tx, Institution, 'i', sql`i.id = ${id} AND i.path LIKE CONCAT(${branch}, '%')`);
  }
}

export function inForce({ id, version, name, code, parentId, enabled }: Institution) {
  return { id, version, name, code, parentId, enabled };
}

/** Moves the institutions below along. */
async function moveBelow(tx: Tx, { id, path: before }: Institution, after: string): Promise<void> {
  const [[deepest]] = await tx.read<[{ length: number | null }]>(sql`
    SELECT MAX(CHAR_LENGTH(path)) AS length FROM institution WHERE path LIKE ${`${before}%`}`);
  if ((deepest?.length ?? 0) - before.length + after.length > LONGEST_PATH)
    throw fieldError('institution.tooDeep', 'parentId');
  tx.write(sql`
    UPDATE institution SET path = CONCAT(${after}, SUBSTRING(path, ${before.length + 1})), version = version + 1
    WHERE path LIKE ${`${before}%`} AND id <> ${id}`);
}
