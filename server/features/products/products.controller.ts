import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ProductTermsChange, ProductTermsQuery } from '../../../contract/money/products.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ProductsQueries } from './products.queries.js';
import { ProductsService } from './products.service.js';

@Controller('product')
export class ProductsController {
  constructor(
    private readonly queries: ProductsQueries,
    private readonly products: ProductsService,
  ) {}

  @Summary('List the conditions of loan categories by date')
  @Get('terms')
  @Allow('product:manage')
  list(@CurrentActor() actor: Actor, @Query({ schema: ProductTermsQuery }) query: ProductTermsQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Add the conditions of a loan category, or their next version')
  @Post('terms')
  @HttpCode(200)
  @Allow('product:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: ProductTermsChange }) change: ProductTermsChange) {
    return this.products.save(actor, change);
  }
}
