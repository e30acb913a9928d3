import { Injectable } from '@nestjs/common';
import { ProductTermsChange, type ProductTermsForm } from '../../../contract/money/products.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { ConfiguredEntity, type Saving } from '../../platform/db/configured-entity.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { ProductTerms } from '../../domain/products/product-terms.entity.js';
import { rowOf } from '../../domain/products/products.rules.js';

/** Versions of a product's terms. One begins at a 00:00 that is still to come and is not changed after it has begun. */
@Injectable()
export class ProductsService extends ConfiguredEntity<ProductTerms, ProductTermsForm> {
  readonly entity = ProductTerms;
  readonly noun = 'productTerms';
  protected readonly input = ProductTermsChange;
  protected readonly notFound = 'terms.notFound';

  /** @throws terms.past, terms.dayTaken (fields), terms.begun */
  protected async columns(tx: Tx, form: ProductTermsForm, { row: terms }: Saving<ProductTerms>) {
    const today = businessDay(tx.now);
    const earliest = addDays(today, 1);
    if (form.effectiveFrom < earliest) throw fieldError('terms.past', 'effectiveFrom', { day: earliest });
    if (terms && terms.effectiveFrom <= today) throw new AppError('terms.begun');
    const { productCategory, institutionId, effectiveFrom } = form;
    const taken = await tx.manager.findOneBy(ProductTerms, { productCategory, institutionId, effectiveFrom });
    if (taken && taken.id !== terms?.id)
      throw fieldError('terms.dayTaken', 'effectiveFrom', { day: effectiveFrom });
    return form;
  }

  protected inForce(terms: ProductTerms, now: Date) {
    return rowOf(terms, businessDay(now), false);
  }
}
