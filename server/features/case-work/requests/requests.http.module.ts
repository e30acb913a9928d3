import { Module } from '@nestjs/common';
import { StopsModule } from '../../stops/stops.module.js';
import { CasesModule } from '../cases/cases.module.js';
import { AsksService } from './asks.service.js';
import { RequestsController } from './requests.controller.js';
import { RequestsQueries } from './requests.queries.js';
import { RequestsService } from './requests.service.js';

@Module({
  imports: [CasesModule, StopsModule],
  controllers: [RequestsController],
  providers: [AsksService, RequestsQueries, RequestsService],
})
export class RequestsHttpModule {}
