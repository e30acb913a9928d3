import { Module } from '@nestjs/common';
import { AllocationController } from './allocation.controller.js';
import { AllocationModule } from './allocation.module.js';

@Module({ imports: [AllocationModule], controllers: [AllocationController] })
export class AllocationHttpModule {}
