import { Module } from '@nestjs/common';
import { InboxController } from './inbox.controller.js';
import { InboxModule } from './inbox.module.js';

@Module({ imports: [InboxModule], controllers: [InboxController] })
export class InboxHttpModule {}
