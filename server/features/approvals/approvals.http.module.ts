import { Module } from '@nestjs/common';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsModule } from './approvals.module.js';

@Module({ imports: [ApprovalsModule], controllers: [ApprovalsController] })
export class ApprovalsHttpModule {}
