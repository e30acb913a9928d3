import { Controller, Get, Param } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { EvidenceService } from './evidence.service.js';

@Controller('guard/evidence')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  @Summary("Take a borrower's evidence as a file that can be checked without this site")
  @Get(':taskId')
  @Allow('audit:export', { scope: 'cases', countedAs: 'file' })
  archive(@CurrentActor() actor: Actor, @Param('taskId', { schema: IdText }) taskId: number) {
    return this.evidence.archive(actor, taskId);
  }
}
