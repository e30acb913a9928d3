import { Module } from '@nestjs/common';
import { BorrowersController } from './borrowers.controller.js';
import { BorrowersModule } from './borrowers.module.js';

@Module({ imports: [BorrowersModule], controllers: [BorrowersController] })
export class BorrowersHttpModule {}
