import { Module } from '@nestjs/common';
import { BehaviourController } from './behaviour.controller.js';
import { BehaviourModule } from './behaviour.module.js';

@Module({ imports: [BehaviourModule], controllers: [BehaviourController] })
export class BehaviourHttpModule {}
