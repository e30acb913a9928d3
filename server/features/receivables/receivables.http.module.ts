import { Module } from '@nestjs/common';
import { ReceivablesController } from './receivables.controller.js';
import { ReceivablesService } from './receivables.service.js';

@Module({ providers: [ReceivablesService], controllers: [ReceivablesController] })
export class ReceivablesHttpModule {}
