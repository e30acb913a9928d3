import { Module } from '@nestjs/common';
import { ExportsModule } from '../../../platform/exports/exports.module.js';
import { PromiseListsService } from './promise-lists.service.js';
import { PromisesQueries } from './promises.queries.js';
import { PromisesService } from './promises.service.js';

const providers = [PromiseListsService, PromisesQueries, PromisesService];

@Module({ imports: [ExportsModule], providers, exports: providers })
export class PromisesModule {}
