import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { AuditExport, AuditPutBack, AuditQuery } from '../../../contract/administration/audit.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { RequestOrigin, type Origin } from '../../platform/auth/origin.js';
import { Summary } from '../../platform/http/summary.js';
import { AuditQueries } from './audit.queries.js';
import { AuditService } from './audit.service.js';
import { PutBackService } from './put-back.service.js';

@Controller('audit')
export class AuditController {
  constructor(
    private readonly queries: AuditQueries,
    private readonly audit: AuditService,
    private readonly back: PutBackService,
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
  putBack(
    @CurrentActor() actor: Actor,
    @Body({ schema: AuditPutBack }) { id }: AuditPutBack,
    @RequestOrigin() { address }: Origin,
  ) {
    return this.back.putBack(actor, id, address);
  }
}
