import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { AuditExport, AuditRevertChange, AuditQuery } from '../../../contract/administration/audit.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { RequestOrigin, type Origin } from '../../platform/auth/origin.js';
import { Summary } from '../../platform/http/summary.js';
import { AuditQueries } from './audit.queries.js';
import { AuditService } from './audit.service.js';
import { RevertChangeService } from './revert-change.service.js';

@Controller('audit')
export class AuditController {
  constructor(
    private readonly queries: AuditQueries,
    private readonly audit: AuditService,
    private readonly back: RevertChangeService,
  ) {}

  @Summary('List what was configured, by whom, and what differed')
  @Get('list')
  @Allow('audit:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: AuditQuery }) query: AuditQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Make a file of the entries that fit the filters')
  @Get('export')
  @Allow('audit:export')
  export(@CurrentActor() actor: Actor, @Query({ schema: AuditExport }) query: AuditExport) {
    return this.audit.export(actor, query);
  }

  @Summary('Restore what stood before a change')
  @Post('putBack')
  @Allow('audit:read')
  revertChange(
    @CurrentActor() actor: Actor,
    @Body({ schema: AuditRevertChange }) { id }: AuditRevertChange,
    @RequestOrigin() { address }: Origin,
  ) {
    return this.back.revertChange(actor, id, address);
  }
}
