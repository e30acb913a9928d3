import { Module } from '@nestjs/common';
import { ListeningService } from './listening.service.js';

@Module({ providers: [ListeningService], exports: [ListeningService] })
export class ListeningModule {}
