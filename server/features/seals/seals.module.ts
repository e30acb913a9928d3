import { Module } from '@nestjs/common';
import { SealTreeService } from './seal-tree.service.js';
import { SignedWordsService } from './signed-words.service.js';
import { SealsService } from './seals.service.js';

@Module({
  providers: [SealsService, SealTreeService, SignedWordsService],
  exports: [SealsService, SealTreeService, SignedWordsService],
})
export class SealsModule {}
