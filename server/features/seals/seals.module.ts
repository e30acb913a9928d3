import { Module } from '@nestjs/common';
import { SealTreeService } from './seal-tree.service.js';
import { SignedWordsService } from './signed-words.service.js';
import { TimeStampsService } from './time-stamps.service.js';
import { SealsService } from './seals.service.js';

@Module({
  providers: [SealsService, SealTreeService, SignedWordsService, TimeStampsService],
  exports: [SealsService, SealTreeService, SignedWordsService, TimeStampsService],
})
export class SealsModule {}
