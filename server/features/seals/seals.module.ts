import { Module } from '@nestjs/common';
import { SealsService } from './seals.service.js';

@Module({ providers: [SealsService], exports: [SealsService] })
export class SealsModule {}
