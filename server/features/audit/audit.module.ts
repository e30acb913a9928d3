import { Module } from '@nestjs/common';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { AuditNames } from './audit-names.queries.js';
import { AuditQueries } from './audit.queries.js';
import { AuditService } from './audit.service.js';

@Module({
  imports: [ExportsModule],
  providers: [AuditNames, AuditQueries, AuditService],
  exports: [AuditQueries, AuditService],
})
export class AuditModule {}
