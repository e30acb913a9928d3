import { Module } from '@nestjs/common';
import { QualityController } from './quality.controller.js';
import { QualityModule } from './quality.module.js';

@Module({ imports: [QualityModule], controllers: [QualityController] })
export class QualityHttpModule {}
