import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { GuardModule } from '../guard/guard.module.js';
import { IndicatorsService } from '../indicators/indicators.service.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PrioritiesModule } from '../priorities/priorities.module.js';
import { ProductsService } from '../products/products.service.js';
import { QueuesModule } from '../queues/queues.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';
import { PutBackService } from './put-back.service.js';

@Module({
  imports: [
    AuditModule,
    ConfigurationModule,
    GuardModule,
    MessagesModule,
    PrioritiesModule,
    QueuesModule,
    UsersModule,
  ],
  providers: [IndicatorsService, ProductsService, PutBackService],
  controllers: [AuditController],
})
export class AuditHttpModule {}
