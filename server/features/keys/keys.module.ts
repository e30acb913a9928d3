import { Module } from '@nestjs/common';
import { RotationService } from './rotation.service.js';

@Module({ providers: [RotationService], exports: [RotationService] })
export class KeysModule {}
