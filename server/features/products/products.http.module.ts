import { Module } from '@nestjs/common';
import { ProductsController } from './products.controller.js';
import { ProductsQueries } from './products.queries.js';
import { ProductsService } from './products.service.js';

@Module({ providers: [ProductsQueries, ProductsService], controllers: [ProductsController] })
export class ProductsHttpModule {}
