import { Module } from '@nestjs/common';
import { BoardsController } from './boards.controller.js';
import { BoardsModule } from './boards.module.js';

@Module({ imports: [BoardsModule], controllers: [BoardsController] })
export class BoardsHttpModule {}
