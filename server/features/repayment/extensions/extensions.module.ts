import { Module } from '@nestjs/common';
import { RepaymentCodesModule } from '../codes/repayment-codes.module.js';
import { ExtensionsQueries } from './extensions.queries.js';
import { ExtensionsService } from './extensions.service.js';
import { OffersService } from './offers.service.js';

const providers = [ExtensionsQueries, ExtensionsService, OffersService];

@Module({ imports: [RepaymentCodesModule], providers, exports: providers })
export class ExtensionsModule {}
