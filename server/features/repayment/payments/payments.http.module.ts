import { Module } from '@nestjs/common';
import { PaymentsController } from './payments.controller.js';
import { PaymentsModule } from './payments.module.js';

@Module({ imports: [PaymentsModule], controllers: [PaymentsController] })
export class PaymentsHttpModule {}
