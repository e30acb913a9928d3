import { Module } from '@nestjs/common';
import { DeductionsController } from './deductions.controller.js';
import { DeductionsModule } from './deductions.module.js';

@Module({ imports: [DeductionsModule], controllers: [DeductionsController] })
export class DeductionsHttpModule {}
