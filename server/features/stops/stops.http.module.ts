import { Module } from '@nestjs/common';
import { StopsController } from './stops.controller.js';
import { StopsModule } from './stops.module.js';

@Module({ imports: [StopsModule], controllers: [StopsController] })
export class StopsHttpModule {}
