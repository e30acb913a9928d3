import { Module } from '@nestjs/common';
import { NumberStopsService } from './number-stops.service.js';
import { StopsQueries } from './stops.queries.js';
import { StopsService } from './stops.service.js';
import { WaitingMessagesService } from './waiting-messages.service.js';

const providers = [NumberStopsService, StopsQueries, StopsService, WaitingMessagesService];

@Module({ providers, exports: providers })
export class StopsModule {}
