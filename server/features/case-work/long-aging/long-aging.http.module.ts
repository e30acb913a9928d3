import { Module } from '@nestjs/common';
import { LongAgingController } from './long-aging.controller.js';
import { LongAgingModule } from './long-aging.module.js';

@Module({ imports: [LongAgingModule], controllers: [LongAgingController] })
export class LongAgingHttpModule {}
