import { Module } from '@nestjs/common';
import { BehavioursService } from './behaviours.service.js';

@Module({ providers: [BehavioursService], exports: [BehavioursService] })
export class BehaviourModule {}
