import { Module } from '@nestjs/common';
import { SealTreeService } from './seal-tree.service.js';
import { SignedWordsClient } from './signed-words.client.js';
import { SealsService } from './seals.service.js';

@Module({
  providers: [SealsService, SealTreeService, SignedWordsClient],
  exports: [SealsService, SealTreeService, SignedWordsClient],
})
export class SealsModule {}
