import { Module } from '@nestjs/common';
import { BoardsModule } from '../boards/boards.module.js';
import { ListeningModule } from '../listening/listening.module.js';
import { HelpController } from './help.controller.js';
import { HelpQueries } from './help.queries.js';
import { HelpService } from './help.service.js';

@Module({
  imports: [BoardsModule, ListeningModule],
  controllers: [HelpController],
  providers: [HelpQueries, HelpService],
})
export class HelpHttpModule {}
