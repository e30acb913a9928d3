import { Module } from '@nestjs/common';
import { EvidenceController } from './evidence.controller.js';
import { EvidenceModule } from './evidence.module.js';

@Module({ imports: [EvidenceModule], controllers: [EvidenceController] })
export class EvidenceHttpModule {}
