import { Module } from '@nestjs/common';
import { SealTreeService } from './seal-tree.service.js';
import { SealsService } from './seals.service.js';

@Module({ providers: [SealsService, SealTreeService], exports: [SealsService, SealTreeService] })
export class SealsModule {}
