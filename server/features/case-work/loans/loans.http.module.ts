import { Module } from '@nestjs/common';
import { LoansController } from './loans.controller.js';
import { LoansModule } from './loans.module.js';

@Module({ imports: [LoansModule], controllers: [LoansController] })
export class LoansHttpModule {}
