import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ProductTermsQuery, ProductTermsRow, TermsState } from '../../../contract/money/products.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { listPage, startingWith } from '../../platform/db/lists/list-page.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { ProductTerms } from '../../domain/products/product-terms.entity.js';
import { holdsOn } from '../../domain/products/product-terms.sql.js';
import { rowOf } from '../../domain/products/products.rules.js';

@Injectable()
export class ProductsQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: ProductTermsQuery): Promise<Page<ProductTermsRow>> {
    const { termsId, productCategory, state, institutionId } = query;
    const today = businessDay(this.clock.now());
    const terms = this.dataSource
      .createQueryBuilder(ProductTerms, 't')
      .leftJoinAndSelect('t.institution', 'i')
      .leftJoinAndSelect('t.modifier', 'u');
    const { result, totalCount } = await listPage(terms, query, {
      where: [
        institutionsIn(actor, sql`t.institution_id`),
        termsId ? sql`t.id = ${termsId}` : undefined,
        productCategory ? sql`t.product_category LIKE ${startingWith(productCategory)}` : undefined,
        state && inState(state, today),
        institutionId ? sql`t.institution_id = ${institutionId}` : undefined,
      ],
      sorts: {
        productCategory: 't.productCategory',
        effectiveFrom: 't.effectiveFrom',
        updatedAt: 't.updatedAt',
      },
      defaultSort: ['t.effectiveFrom', 'DESC'],
    });
    const holding = await this.database.rows<{ id: number }>(sql`
      SELECT t.id FROM product_terms t WHERE t.id IN ${list(result.map(({ id }) => id))} AND ${holdsOn(today)}`);
    const held = new Set(holding.map(({ id }) => id));
    return { result: result.map((row) => rowOf(row, today, held.has(row.id))), totalCount };
  }
}

function inState(state: TermsState, today: string): Statement {
  if (state === 'PLANNED') return sql`t.effective_from > ${today}`;
  if (state === 'IN_FORCE') return holdsOn(today);
  return sql`t.effective_from <= ${today} AND NOT (${holdsOn(today)})`;
}
