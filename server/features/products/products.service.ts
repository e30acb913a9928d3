import { Injectable } from '@nestjs/common';
import type { ProductTermsChange, ProductTermsForm } from '../../../contract/money/products.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { placesOf } from '../../platform/auth/places.js';
import { checkVersion, insertNew, lockOne, saveChanges } from '../../platform/db/changes.js';
import { ClientRequest } from '../../platform/db/client-request.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { ProductTerms } from '../../domain/products/product-terms.entity.js';
import { rowOf } from '../../domain/products/products.rules.js';

type Saved = { id: number };

/** Versions of a product's terms. One begins at a 00:00 that is still to come and is not changed after it has begun. */
@Injectable()
export class ProductsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws institution.notFound, terms.past, terms.dayTaken (fields), terms.notFound, terms.begun, entity.changed,
   * request.reused
   */
  async save(actor: Actor, { clientRequestId, ...said }: ProductTermsChange): Promise<Saved> {
    const { id, version, ...form } = said;
    if (!actor.institutionIds.includes(form.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    const request = new ClientRequest<Saved>(actor, 'productTerms', clientRequestId, said);
    const newId = await this.ids.take();
    return request.once(
      (run) => this.uow.transact(actor, run),
      (tx) => {
        const earliest = addDays(businessDay(tx.now), 1);
        if (form.effectiveFrom < earliest) throw fieldError('terms.past', 'effectiveFrom', { day: earliest });
        return id === undefined ? add(tx, actor, newId, form) : change(tx, actor, { id, version }, form);
      },
    );
  }
}

async function add(tx: Tx, actor: Actor, id: number, form: ProductTermsForm): Promise<Saved> {
  await checkDay(tx, form);
  const made = { ...form, id, updatedBy: actor.userId, updatedAt: tx.now };
  const changes = await insertNew(tx, ProductTerms, made);
  tx.emit('productTerms.created', { ...refOf(actor, made), changes });
  return { id };
}

async function change(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version: number | undefined },
  form: ProductTermsForm,
): Promise<Saved> {
  const scope = sql`t.id = ${id} AND ${placesOf(actor, sql`t.institution_id`)}`;
  const terms = await lockOne(tx, ProductTerms, 't', scope);
  if (!terms) throw new AppError('terms.notFound');
  const today = businessDay(tx.now);
  checkVersion(terms, version, rowOf(terms, today, false));
  if (terms.effectiveFrom <= today) throw new AppError('terms.begun');
  await checkDay(tx, form, id);
  const changes = await saveChanges(tx, terms, { ...form, updatedBy: actor.userId, updatedAt: tx.now });
  if (changes) tx.emit('productTerms.changed', { ...refOf(actor, terms), changes });
  return { id };
}

/** @throws terms.dayTaken when another version begins on that day */
async function checkDay(tx: Tx, form: ProductTermsForm, id?: number): Promise<void> {
  const { productCategory, institutionId, effectiveFrom } = form;
  const found = await tx.manager.findOneBy(ProductTerms, { productCategory, institutionId, effectiveFrom });
  if (found && found.id !== id) throw fieldError('terms.dayTaken', 'effectiveFrom', { day: effectiveFrom });
}

/** The institution's people and those below it are among the administrator's. */
function refOf(actor: Actor, { id, institutionId }: Pick<ProductTerms, 'id' | 'institutionId'>) {
  return { termsId: id, institutionId, heardBy: [...actor.institutionIds] };
}
