import { Module } from '@nestjs/common';
import { PromisesService } from './promises.service.js';

@Module({ providers: [PromisesService], exports: [PromisesService] })
export class PromisesModule {}
