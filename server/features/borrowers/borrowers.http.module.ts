import { Module } from '@nestjs/common';
import { BorrowersController } from './borrowers.controller.js';
import { BorrowersModule } from './borrowers.module.js';
import { IntakeController } from './intake/intake.controller.js';

@Module({ imports: [BorrowersModule], controllers: [BorrowersController, IntakeController] })
export class BorrowersHttpModule {}
