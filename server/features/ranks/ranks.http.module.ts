import { Module } from '@nestjs/common';
import { RanksController } from './ranks.controller.js';
import { RanksModule } from './ranks.module.js';

@Module({ imports: [RanksModule], controllers: [RanksController] })
export class RanksHttpModule {}
